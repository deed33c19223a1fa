"""A run played to its end, in a directory, and its champion."""
