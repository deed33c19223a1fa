"""How long a test waits for what must come, on a busy machine that has to compile first, too."""

#: After so many seconds something hangs.
PATIENCE = 600
