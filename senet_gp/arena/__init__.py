"""Where players meet: games, matches, tournaments, and the worker processes that play them."""
