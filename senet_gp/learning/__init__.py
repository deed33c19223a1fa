"""Machines that learn small games by playing: lessons, proofs, and comparisons of learning schemes."""
