"""The deterministic protocol without sites: gold steps, teacher-forced completions, scores (WebMRE 3; MAG App. D)."""
