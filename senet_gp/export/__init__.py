"""Champions for the world outside: expressions in other forms."""
