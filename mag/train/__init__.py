"""Training: the tiny base model, rows, objective, updates. With `mag.local` the only importer of torch."""
