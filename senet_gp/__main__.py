"""``python -m senet_gp`` is ``senet-gp``."""

from senet_gp.cli import main

main()
