"""Models behind one protocol: official clients, any OpenAI-compatible server, weights on this machine."""
