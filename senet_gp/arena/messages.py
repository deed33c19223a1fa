"""Tasks as the local pool's workers read them.

Shared values stand in them by their digest, and so does a vocabulary that no worker can find by name.
"""

from __future__ import annotations

import copyreg
import pickle
from collections import ChainMap
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import Shared
from senet_gp.arena.worker import Kind, shared_here, shared_value
from senet_gp.errors import SenetGpError

_Reduced = tuple[Any, ...]


class _ByContent:
    """What a vocabulary is made of; shared in its place, so that nothing here keeps the vocabulary."""

    def __init__(self, made: _Reduced) -> None:
        self._made = made

    def __reduce__(self) -> _Reduced:
        return self._made


class _Parts(list[bytes]):
    """A file that keeps what is written to it as it comes: large arrays are put together once only."""

    write = list.append


class Packer:
    """Pickles tasks, and tells what shared values a worker must have to read them."""

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
        pickler = pickle.Pickler(message, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._reducers
        try:
            pickler.dump((function, arguments))
            for shared in self._needed.values():
                _ = shared.digest
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise SenetGpError(
                f"what is to be played cannot be sent to a worker ({error}): let players and functions of "
                "your own stand in a module, by names of their own, or play with one worker"
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
