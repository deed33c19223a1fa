"""Export of expressions to other formats."""
