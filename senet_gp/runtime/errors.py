"""The errors that people see: the text of each is one sentence that names the cause and the remedy."""

#: The middle of longer sentences is left out, because they may quote a foreign file.
MAX_CHARACTERS = 1000
_BEGIN, _END = 600, 300


def printable(text: str) -> str:
    r"""A foreign text as it may be shown: on one line, and without commands to the terminal.

    Characters that are not printable, such as escapes, line feeds, and marks that change the direction of
    writing, are written as in Python's source.

    Args:
        text: any text.

    Returns:
        The text; it is itself if it is printable.

    >>> printable("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class SenetGpError(Exception):
    """Something failed that a person can put right; its text is one sentence.

    The text is printable and has at most ``MAX_CHARACTERS``, whatever it quotes.

    Args:
        sentence: the cause and the remedy, without a full stop.

    >>> raise SenetGpError("the file is empty: name another")
    Traceback (most recent call last):
    senet_gp.runtime.errors.SenetGpError: the file is empty: name another
    """

    def __init__(self, sentence: str) -> None:
        shown = printable(_without_middle(sentence))
        super().__init__(_without_middle(shown))


def _without_middle(sentence: str) -> str:
    if len(sentence) <= MAX_CHARACTERS:
        return sentence
    return f"{sentence[:_BEGIN]} … {sentence[-_END:]}"


class UsageError(SenetGpError):
    """The request itself is wrong: an unknown name, an impossible number, a bad expression."""


class FileError(SenetGpError):
    """A file or directory cannot be used: it is missing, foreign, damaged, or already exists."""


class MissingFileError(FileError):
    """There is no such file."""
