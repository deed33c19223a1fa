"""Export of expressions, and of game trees, to other formats."""
