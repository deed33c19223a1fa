"""The arena: games, duels, matches and tournaments between players, and the workers that play them."""
