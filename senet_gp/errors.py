"""The errors that people meet: each is one sentence that names the cause and what to do."""

#: Longer sentences lose their middle: what is quoted in them is a stranger's.
MAX_CHARACTERS = 1000
_BEGIN, _END = 600, 300


def printable(text: str) -> str:
    """A text of a stranger's as it may be shown: on one line, and no terminal takes it for a command.

    What is not printable, such as an escape, a line's end, or a sign that turns the direction of writing,
    stands there as in Python's source.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class SenetGpError(Exception):
    """Something went wrong that a person can put right; its text is one sentence.

    Whatever is quoted in it, it is printable and has at most ``MAX_CHARACTERS``.
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
    """A file or directory cannot be used: missing, foreign, damaged, or already there."""
