"""Evolution: breeding, selection, the generation loop, and the files of a run."""
