"""What an expression looks at, how much its parts matter, and where they decided its games."""
