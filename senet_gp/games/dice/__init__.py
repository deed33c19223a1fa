"""Games with throws: what their compiled rules are, so that the engine plays any of them."""
