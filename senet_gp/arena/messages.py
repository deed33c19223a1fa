"""Tasks as messages to the workers of the local pool.

In a message, shared values are represented by their digests, and so are vocabularies that workers cannot find
by name.
"""

from __future__ import annotations

import copyreg
import pickle
from collections import ChainMap
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import CodePickler, Shared
from senet_gp.arena.worker import Kind, shared_here, shared_value
from senet_gp.errors import SenetGpError

_Reduced = tuple[Any, ...]


class _ByContent:
    """The content of a vocabulary, which is shared in its place so that the vocabulary can be freed."""

    def __init__(self, made: _Reduced) -> None:
        self._made = made

    def __reduce__(self) -> _Reduced:
        return self._made


class _Parts(list[bytes]):
    """A file that keeps the pieces written to it, so that large arrays are copied only once."""

    write = list.append


class Packer:
    """Pickles tasks, and lists the shared values that a worker needs to read them."""

    def __init__(self) -> None:
        self._vocabularies: WeakKeyDictionary[Vocabulary, Shared[Any]] = WeakKeyDictionary()
        self._needed: dict[bytes, Shared[Any]] = {}
        self._reducers: ChainMap[Any, Any] = ChainMap(
            {Shared: self._shared, Vocabulary: self._vocabulary}, copyreg.dispatch_table
        )

    def packed(
        self, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> tuple[bytes, list[Shared[Any]]]:
        """A task as a message, and the shared values that it names.

        Raises:
            SenetGpError: if it cannot be sent.
        """
        self._needed = {}
        message = _Parts([bytes([Kind.TASK])])
        pickler = CodePickler(message, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._reducers
        try:
            pickler.dump((function, arguments))
            for shared in self._needed.values():
                _ = shared.digest
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise SenetGpError(
                f"a task cannot be sent to a worker ({error}): define your own players and functions at the "
                "top level of a module, or use one worker"
            ) from None
        return b"".join(message), list(self._needed.values())

    def _shared(self, shared: Shared[Any]) -> _Reduced:
        self._needed[shared.digest] = shared
        return shared_here, (shared.digest,)

    def _vocabulary(self, vocabulary: Vocabulary) -> _Reduced:
        shared = self._vocabularies.get(vocabulary)
        if shared is None:
            made = vocabulary.__reduce__()
            if vocabulary.found_by_name:
                return made
            shared = self._vocabularies[vocabulary] = Shared(_ByContent(made))
        self._needed[shared.digest] = shared
        return shared_value, (shared.digest,)
