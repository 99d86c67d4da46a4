"""vLLM in an environment of its own: built, started for a checkpoint, given new weights while it runs."""
