"""Checkpoints in a folder, run in this process: processor, engine with continuous batching, the model behind it."""
