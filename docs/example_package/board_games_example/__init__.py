"""Two games for senet-gp, in plain Python: a board game without chance, and a race with a die."""
