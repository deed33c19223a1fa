"""Games for senet-gp: a board game, in plain Python and with kernels, and a race with a die."""
