"""The errors that are shown to people: each message is one sentence with the cause and what to do."""

#: Longer messages lose their middle, because they may quote a file or input of any length.
MAX_CHARACTERS = 1000
_BEGIN, _END = 600, 300


def printable(text: str) -> str:
    r"""Make an untrusted text safe to show: on one line, and without control characters for terminals.

    Characters that are not printable, such as escapes, line ends, or marks that change the direction of
    writing, become escape sequences as in Python's source.

    >>> printable("two" + chr(10) + "lines")
    'two\\nlines'
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text
    )


class SenetGpError(Exception):
    """An error that a person can correct; its message is one sentence.

    The message is always printable and has at most ``MAX_CHARACTERS`` characters.
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
    """A file or directory cannot be used: it is missing, of another kind, damaged, or exists already."""
