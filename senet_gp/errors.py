"""The errors that people meet: each is one sentence that names the cause and what to do."""


class SenetGpError(Exception):
    """Something went wrong that a person can put right; its text is one sentence."""


class UsageError(SenetGpError):
    """The request itself is wrong: an unknown name, an impossible number, a bad expression."""


class FileError(SenetGpError):
    """A file or directory cannot be used: missing, foreign, damaged, or already there."""
