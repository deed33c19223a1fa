"""Where ``senet-gp`` and ``python -m senet_gp`` begin."""

from senet_gp import interruption


def main() -> None:
    """Listen for interruptions, then import the command line, which takes a moment, and run it."""
    interruption.listen()
    from senet_gp.cli import main as run

    run()


if __name__ == "__main__":
    main()
