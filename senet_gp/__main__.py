"""Where ``senet-gp`` and ``python -m senet_gp`` begin."""

from senet_gp.runtime.errors import SenetGpError


def main() -> None:
    """Do what must come first, then import the command line, which takes a moment, and run it."""
    try:
        _run()
    except Exception as error:
        _tell_hidden(error)
        raise


def _run() -> None:
    # Imported here, because a file beside the program may hide what they import.
    import faulthandler

    from senet_gp.runtime import interruption, standard_streams

    standard_streams.open_closed()
    faulthandler.enable()  # a crash of compiled code is not silent
    interruption.listen()
    interruption.end_until_asked("senet-gp: interrupted before anything was begun.")
    from senet_gp.cli import main as run

    run()


def _tell_hidden(error: Exception) -> None:
    """If a file that hides a module is the cause, say only that."""
    from senet_gp.runtime.surroundings import check_hidden

    try:
        check_hidden(error)
    except SenetGpError as told:
        raise SystemExit(f"senet-gp: {told}.") from None


if __name__ == "__main__":
    main()
