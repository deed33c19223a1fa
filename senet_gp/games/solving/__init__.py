"""What solves games without chance: search, retrograde analysis, and the tree of their moves."""
