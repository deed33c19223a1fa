"""The experiment of 1995 (Ferrer and Martin), repeated and evaluated with statistics."""
