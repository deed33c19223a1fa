"""The file that records the plan of an experiment in its directory, and how a plan may change."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import values_seen_from, with_players
from senet_gp.evolution.configuration.recorded_code import Recorded
from senet_gp.evolution.record.provenance import PROVENANCE_FILE, Provenance
from senet_gp.experiments.measured_runs import is_measured
from senet_gp.experiments.plan import Budget, Plan
from senet_gp.experiments.plan_variants import OPERATORS
from senet_gp.players.parsing import with_absolute_file
from senet_gp.runtime.codec import as_json, sound, within
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import check_inside, is_cut_short, is_there, locked, make_directory
from senet_gp.runtime.module_hashes import changed, hashes_of

PLAN = "plan.json"
_FORMAT, _VERSION = "senet-gp experiment", 5
#: The seconds to wait while another process of the experiment begins or extends it.
_PATIENCE = 60.0


@dataclass(frozen=True, kw_only=True)
class _Content:
    """A plan, as the file records it."""

    variants: dict[str, dict[str, Any]]
    seeds: int
    games: int
    at_most: dict[str, int]
    operators: dict[str, str]
    max_games: int
    max_seconds: float
    code: dict[str, str] | None = None

    @classmethod
    def of(cls, plan: Plan, directory: Path) -> Self:
        """The plan as the file in a directory records it."""
        return cls(
            variants={
                name: as_json(values_seen_from(directory, config)) for name, config in plan.variants.items()
            },
            seeds=plan.seeds,
            games=plan.games,
            at_most=plan.at_most,
            operators=plan.operators,
            **vars(plan.budget),
            code=_code_of(plan),
        )

    def read(self, directory: Path) -> Plan:
        """The plan itself, from the file in a directory.

        Raises:
            SenetGpError: if an option or a number of it does not fit.
        """
        variants = {}
        with sound(directory / PLAN):
            for name, options in self.variants.items():
                with sound(within("variants", name)):
                    seen = with_players(options, lambda text: with_absolute_file(text, directory))
                    variants[name] = Config.from_values(seen).resolved()
            for name, function in self.operators.items():
                if not function:
                    raise FileError(f'{within(OPERATORS, name)} is "", but it must be MODULE:FUNCTION')
            return Plan(
                variants=variants,
                seeds=self.seeds,
                budget=Budget(max_games=self.max_games, max_seconds=self.max_seconds),
                games=self.games,
                operators=self.operators,
                at_most=self.at_most,
            )


def _code_of(plan: Plan) -> dict[str, str]:
    """The hashes of the modules from outside of words, rules and operators of a plan."""
    code = hashes_of(function.rpartition(":")[0] for function in plan.operators.values())
    for config in plan.variants.values():
        code |= Recorded.of(config).modules
    return code


def begin_or_go_on(directory: Path, plan: Plan, command: str = "") -> str:
    """Record a plan in a directory, which is made if it does not exist.

    A plan with more seeds or further variants extends the one that is recorded.

    Args:
        directory: the directory.
        plan: the plan.
        command: the command that begins the experiment, to be recorded; "" if a program does.

    Returns:
        A sentence about what is extended; empty if nothing is.

    Raises:
        FileError: if the directory holds something else, or the code of earlier runs has changed since, and
            some are left.
        UsageError: if it holds a plan that this one does not extend.
    """
    file = directory / PLAN
    try:
        if make_directory(directory) or is_cut_short(directory, PLAN):
            write_document(file, _FORMAT, _VERSION, _Content.of(plan, directory), new=True)
    except FileError:
        if not is_there(file):  # it is, if another process, such as another shard, has written it meanwhile
            raise
    if not is_there(file):
        raise FileError(
            f"{shortened(directory)} is there already and holds something else: choose another with --out"
        )
    check_inside(directory)
    with alone_in(directory):
        content = _content_in(directory)
        if not is_there(directory / PROVENANCE_FILE):
            Provenance.of(plan.variants.values(), command).write(directory)
        added = _extension(directory, content.read(directory), plan)
        others = changed(content.code or {})
        if others and not all(is_measured(directory, task) for task in plan.tasks()):
            raise FileError(
                f"the code of {', '.join(others)} has changed since {shortened(directory)} was begun, and "
                "one table must not mix versions: go on with that code as it was, or choose another "
                "directory with --out"
            )
        if added:
            write_document(file, _FORMAT, _VERSION, _Content.of(plan, directory))
    return added


def alone_in(directory: Path) -> AbstractContextManager[None]:
    """A context in which no other process of an experiment changes its files.

    Raises:
        FileError: if another one does for long, or the file system refuses it.
    """
    refusal = f"{directory} is being changed by another process: try again"
    return locked(directory / PLAN, refusal, patience=_PATIENCE)


def read_recorded(directory: Path) -> Plan:
    """The plan that a directory records.

    Raises:
        FileError: if there is none, or it is unsound.
    """
    if not is_there(directory / PLAN):
        raise FileError(f"{shortened(directory)} is not an experiment: it holds no {PLAN}")
    return _content_in(directory).read(directory)


def _content_in(directory: Path) -> _Content:
    return read_document(directory / PLAN, _FORMAT, _VERSION, _Content)


def _extension(directory: Path, recorded: Plan, wanted: Plan) -> str:
    """What the wanted plan adds to the one that is recorded; empty if they are equal.

    Raises:
        UsageError: if it does not only add.
    """
    remedy = "choose another directory with --out"
    if recorded.budget != wanted.budget:
        raise UsageError(f"{directory} holds an experiment with another budget ({recorded.budget}): {remedy}")
    if recorded.games != wanted.games:
        raise UsageError(
            f"{directory} holds an experiment whose champions are measured by {recorded.games} games: give "
            f"--games {recorded.games}, or {remedy}"
        )
    for name, config in recorded.variants.items():
        other = wanted.variants.get(name)
        if other is None:
            raise UsageError(f"{directory} holds an experiment with a variant {name}: add it, or {remedy}")
        changed = config.differences(other)
        changed += [OPERATORS] if recorded.operators.get(name) != wanted.operators.get(name) else []
        changed += ["seeds"] if recorded.at_most.get(name) != wanted.at_most.get(name) else []
        if changed:
            raise UsageError(
                f"{directory} holds an experiment whose variant {name} has other options "
                f"({', '.join(changed)}): give the variant another name, or {remedy}"
            )
    if wanted.seeds < recorded.seeds:
        raise UsageError(
            f"{directory} holds an experiment with {recorded.seeds} seeds: give --seeds {recorded.seeds} or "
            f"more, or {remedy}"
        )
    added = [name for name in wanted.variants if name not in recorded.variants]
    parts = [f"from {recorded.seeds} to {wanted.seeds} seeds"] if wanted.seeds > recorded.seeds else []
    parts += [f"by the variants {shortened(', '.join(added), 200)}"] if added else []
    if not parts and list(recorded.variants) != list(wanted.variants):
        parts = ["by another order of its variants"]
    return f"the experiment in {directory} is extended {' and '.join(parts)}" if parts else ""
