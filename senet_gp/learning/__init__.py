"""Machines that learn by playing the small games: lessons, proofs, comparisons of schemes."""
