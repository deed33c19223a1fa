"""Where ``senet-gp`` and ``python -m senet_gp`` begin."""

from senet_gp import interruption, standard_streams


def main() -> None:
    """Do what must come first, then import the command line, which takes a moment, and run it."""
    standard_streams.open_closed()
    interruption.listen()
    interruption.end_until_asked("senet-gp: interrupted before anything was begun.")
    from senet_gp.cli import main as run

    run()


if __name__ == "__main__":
    main()
