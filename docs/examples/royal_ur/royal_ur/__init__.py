"""The Royal Game of Ur for senet-gp: its rules, twice, the words of its players, and players by level."""
