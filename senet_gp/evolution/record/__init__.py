"""The files of a run: checkpoints, logs, its directory."""
