"""Where ``senet-gp`` and ``python -m senet_gp`` begin."""


def main() -> None:
    """Do what must come first, then import the command line, which takes a moment, and run it."""
    import faulthandler

    from senet_gp.runtime import interruption, standard_streams

    standard_streams.open_closed()
    faulthandler.enable()  # a crash of compiled code is not silent
    interruption.listen()
    interruption.end_until_asked("senet-gp: interrupted before anything was begun.")
    from senet_gp.cli import main as run

    run()


if __name__ == "__main__":
    main()
