"""The compiled engine: trees become programs, programs score boards, and games are played by them."""
