"""The configuration of a run: options, parts, layers, files."""
