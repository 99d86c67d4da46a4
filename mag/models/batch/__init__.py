"""Many requests at once at a provider's batch price, answered within a day: for annotation and judges, never for a live page.

base    what a provider's batches are to the rest     desk    requests gathered, sent once, waited for, resumable from a folder
model   a Model on top of it                          openai_batch, anthropic_batch, gemini_batch    the providers
"""
