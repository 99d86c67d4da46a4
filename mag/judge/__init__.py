"""The judge of meaning that asks a model: questions wait in a queue on disk, a gateway puts them to the model when there is a way out
(MAG 3.3, 4.1, App. D, App. F).

prompt   the fixed text and how a reply is read      model    the endpoint (the only user of the SDK)
gateway  one question until it is ruled on           (pace and troubles: mag.models)
journal  append-only files                           queue    questions and rulings of a run, the cache
drain    queue -> gateway -> rulings                 book     judges for checkers: rulings by lookup, stand-ins
batch    the same judge, asked in batches            (their ways: mag.models.batch)
panel    several judges on the same questions        calibration  accuracy on pinned questions, drift
"""
