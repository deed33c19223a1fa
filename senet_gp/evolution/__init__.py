"""Evolution: breeding, selection, the generation loop, and what a run leaves behind."""
