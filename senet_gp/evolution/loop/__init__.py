"""The generation loop: breed, evaluate, survive, note."""
