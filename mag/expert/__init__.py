"""The expert cache of stage 2: a strong policy rolled over the training tasks ahead of training, verified successes kept (MAG 4.3, App. E).

preroll   the passes, each an ordinary evaluation      trials    what became of every task in every pass
cache     index and loader of the episodes kept        coverage  how much of the training tasks they cover
"""
