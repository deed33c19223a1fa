"""Parts of a run: what can be chosen for it by name, each with its own options.

A suite, a credit, a selection and so on is a part: a frozen dataclass whose fields are its options. From them
follow its table in a TOML file, its options on the command line, its help, and what is checked. Each is
registered where it stands, those from outside in the same way
(:mod:`senet_gp.evolution.configuration.registration`).

The command line lists the options of all parts, so modules of parts import heavy ones only within functions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from senet_gp.evolution.configuration.common_options import CommonOptions
from senet_gp.evolution.configuration.options import checked
from senet_gp.games.registry import part_of
from senet_gp.runtime import BUILT_IN_PARTS
from senet_gp.runtime.errors import UsageError, shown
from senet_gp.runtime.module_hashes import note_loaded
from senet_gp.runtime.origins import is_of_this_project
from senet_gp.runtime.plugins import load_built_in
from senet_gp.runtime.registries import ADDED, Registry, dotted

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game


class PartRegistry(Registry["type[Part]"]):
    """The parts of a kind by name, each as the class that holds its options.

    Those of this program are found when one is first looked for (``senet_gp.runtime.BUILT_IN_PARTS``).
    """

    def _complete(self) -> None:
        load_built_in(BUILT_IN_PARTS)

    def add(self, name: str, row: type[Part]) -> None:
        """Add a part. A module that is loaded again replaces its own."""
        self.check_name(name)
        if not is_of_this_project(row.__module__):
            self._complete()
        home = dotted(row)
        if name in self.data and dotted(self.data[name]) != home:
            raise self.taken(name)
        self.data[name] = row
        note_loaded(row.__module__)


#: The parts of each kind by name. A kind is also the option that names a part.
PARTS: Mapping[str, PartRegistry] = {
    "fitness": PartRegistry("evaluation", {}),
    **{
        kind: PartRegistry(kind, {})
        for kind in ("credit", "initialisation", "selection", "elite", "crossover", "mutation", "migration")
    },
}


@dataclass(frozen=True, repr=False)
class Part:
    """A part of a run; each kind of part has a base class of its own.

    Attributes:
        kind: the option that names such parts.
        name: its name.
        summary: what it does, in a few words.
    """

    kind: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]

    def __post_init__(self) -> None:
        for name, described in self.options().items():
            object.__setattr__(self, name, checked(described, getattr(self, name)))

    def __repr__(self) -> str:
        """What makes it in Python, without the options that have their defaults.

        >>> class_of("selection", "tournament")(tournament_size=3)
        part('tournament', tournament_size=3)
        """
        cls = type(self)
        if not hasattr(cls, "name"):
            return f"{cls.__qualname__}(…)"
        shared = len(kinds_with(cls.name)) > 1
        changed = {name: getattr(self, name) for name, one in self.options().items()}
        told = {"kind": cls.kind} if shared else {}
        told |= {name: value for name, value in changed.items() if value != self.options()[name].default}
        return f"part({', '.join([repr(cls.name), *(f'{name}={value!r}' for name, value in told.items())])})"

    @classmethod
    def options(cls) -> dict[str, dataclasses.Field[Any]]:
        """Its options by name."""
        return {described.name: described for described in dataclasses.fields(cls)}

    def resolved(self, config: CommonOptions) -> Self:  # noqa: ARG002 - for those whose options depend on others
        """This part in a run that begins: nothing in it is ``AUTO``, and players are named for good.

        Args:
            config: the configuration, whose parts may still have options that are ``AUTO``.
        """
        return self

    def as_values(self) -> dict[str, Any]:
        """The values of its options by name."""
        return {name: getattr(self, name) for name in self.options()}

    def check(self, config: CommonOptions) -> None:
        """Check that a run can use it with the options that it has; :meth:`why_not` tells of the others.

        Raises:
            UsageError: if it cannot.
        """

    def check_files(self, config: CommonOptions) -> None:
        """Check that the files can be read that it needs in a run; most parts need none."""

    def why_not(self, game: Game, vocabulary: Vocabulary) -> str:  # noqa: ARG002
        """Why a run cannot use it, as the end of a sentence after "which"; an empty text if it can.

        ``{others}`` stands for the parts of its kind that can be used instead.

        Args:
            game: the game of the run, with its parameters.
            vocabulary: the vocabulary of its players.
        """
        return ""

    def unread(self, config: CommonOptions) -> dict[str, str]:  # noqa: ARG002
        """Its options that have no effect in a run, each with options with which it would have one."""
        return {}


def class_of(kind: str, name: str) -> type[Part]:
    """The class of a part.

    >>> class_of("selection", "tournament")().tournament_size
    7

    Raises:
        UsageError: if there is no such part.
    """
    rows = PARTS[kind]
    if not isinstance(name, str) or name not in rows:
        raise UsageError(f"{kind} is {shown(name)}, but it must be one of {', '.join(rows)}{ADDED}")
    return rows[name]


def kinds_with(name: str) -> list[str]:
    """The kinds that have a part of this name.

    >>> kinds_with("tournament"), kinds_with("lexicase")
    (['selection'], ['credit', 'selection'])
    """
    return [kind for kind, rows in PARTS.items() if name in rows]


def check_registered(part: type[Part]) -> None:
    """Check that a file that names a part means this class.

    >>> from senet_gp.evolution.evaluation.suites import Regret
    >>> class Mine(Regret):
    ...     "Regret of another kind."
    >>> check_registered(Mine)  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
        ...
    senet_gp.runtime.errors.UsageError: the class Mine is not the evaluation that is registered as regret:
    register it under a name of its own

    Raises:
        UsageError: if it means another, or none.
    """
    rows = PARTS[part.kind]
    if part.name not in rows or dotted(rows[part.name]) != f"{part.__module__}:{part.__qualname__}":
        raise UsageError(
            f"the class {part.__name__} is not the {rows.kind} that is registered as {part.name}: register "
            "it under a name of its own"
        )


def classes() -> Iterator[type[Part]]:
    """The classes of all parts that are registered, kind by kind."""
    for rows in PARTS.values():
        yield from rows.values()


def owners_of(name: str) -> list[type[Part]]:
    """The parts that have an option of this name.

    >>> [owner.name for owner in owners_of("cases")]
    ['regret']
    """
    return [part for part in classes() if name in part.options()]


def owners_text(owners: Collection[type[Part]]) -> str:
    """Parts as options of the command line with which one of them is chosen.

    >>> owners_text(owners_of("parsimony"))
    '--fitness regret, or --credit mean or shared or table'
    """
    by_kind: dict[str, list[str]] = {}
    for owner in owners:
        by_kind.setdefault(owner.kind, []).append(owner.name)
    return ", or ".join(f"--{kind} {' or '.join(names)}" for kind, names in by_kind.items())


def defaults_of(game: str) -> Mapping[str, Any]:
    """The options of a game, by name, in which it differs from the paper of 1995; parts by their names.

    An option of a part is that of every part that has it: what is usual in the game.

    Raises:
        UsageError: if there is no such game.

    >>> defaults_of("senet")
    {}
    >>> defaults_of("hexapawn")["fitness"]
    'full-games'
    """
    defaults: Mapping[str, Any] = part_of(game, "defaults")
    return defaults


def usual_part(game: str, kind: str, name: str, **given: Any) -> Part:
    """A part with the options that are given, and otherwise those that it usually has in a game.

    What a game says of options is said of the parts of this program, and of those that the game names itself:
    another's option of the same name may be anything.

    >>> usual_part("tictactoe", "fitness", "regret").cases
    500
    """
    defaults, part = defaults_of(game), class_of(kind, name)
    if not is_of_this_project(part.__module__) and defaults.get(kind) != name:
        return part(**given)
    return part(**{name: defaults[name] for name in part.options() if name in defaults} | given)
