"""From demonstrations to a corpus that can be shared: recording, packed shards."""
