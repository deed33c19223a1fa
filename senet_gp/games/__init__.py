"""The games: one module each holds its positions, and one its compiled rules."""
