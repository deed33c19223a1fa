"""What the games without chance share: their boards and moves as objects, and their compiled rules."""
