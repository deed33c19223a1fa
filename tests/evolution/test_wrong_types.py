"""Options of the wrong type: the same sentence from Python, files, plans and the command line."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, run_command

from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import read_config
from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import Part, classes
from senet_gp.experiments.plan import read_plan
from senet_gp.runtime.errors import FileError, UsageError

#: Values as TOML writes them, each with the types of options that it may fit.
VALUES: dict[str, tuple[type, ...]] = {
    '"x"': (str,),
    '["x"]': (tuple,),
    "[[1], [2]]": (tuple,),  # until its members are checked
    "[]": (tuple,),
    "{ a = 1 }": (dict,),
    "{ a = [{ b = 1 }] }": (dict,),
    "true": (bool,),
    "1": (int, float),
    "-1": (),
    "2.5": (float,),
    "nan": (),
    "-inf": (),
    f"0x{'f' * 5000}": (),
    "1979-05-27": (),
    "07:32:00": (),
    "1979-05-27T07:32:00Z": (),
}
#: What no file writes.
NO_VALUES = [None, b"x", object(), 1 + 1j, "x", ["x"], {"a": 1}, {}, 10**5000]


@dataclasses.dataclass(frozen=True)
class Option:
    """An option of all runs, or of a part."""

    described: dataclasses.Field[Any]
    part: type[Part] | None = None

    def __str__(self) -> str:
        return f"{self.part.kind}-{self.part.name}-{self.name}" if self.part else self.name

    @property
    def name(self) -> str:
        """Its name."""
        return self.described.name

    def fits(self, types: tuple[type, ...]) -> bool:
        """Whether a value of one of these types may fit."""
        return self.described.metadata["kind"] in types

    def in_python(self, value: Any) -> object:
        """What Python makes with a value."""
        return (self.part or Config)(**{self.name: value})

    def in_toml(self, value: str) -> str:
        """A file with a value."""
        if self.part is None:
            return f"{self.name} = {value}\n"
        tests = 'fitness = "full-games"\n' if self.part.kind == "credit" else ""
        return f'{tests}[{self.part.kind}]\nname = "{self.part.name}"\n{self.name} = {value}\n'

    def flat(self, value: Any) -> dict[str, Any]:
        """The options of the command line with a value."""
        chosen = {} if self.part is None else {self.part.kind: self.part.name}
        if self.part is not None and self.part.kind == "credit":
            chosen["fitness"] = "full-games"
        return {**chosen, self.name: value}


OPTIONS = [Option(described) for name, described in COMMON.items()]
OPTIONS += [Option(described, part) for part in classes() for described in part.options().values()]
each_option = pytest.mark.parametrize("option", OPTIONS, ids=str)


def config(path: Path, text: str) -> object:
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def plan(path: Path, text: str) -> object:
    # Common options stand before the variants.
    path.write_text(f"{text}\n[variants.a]\n", encoding="utf-8")
    return read_plan(path, seeds=1)


def refused(make: Callable[[], object]) -> str:
    """The sentence with which something is refused."""
    with pytest.raises((UsageError, FileError)) as caught:
        make()
    sentence = str(caught.value)
    assert len(sentence) < 500, sentence
    assert sentence.isprintable()
    return sentence


@each_option
def test_every_option_refuses_every_other_type(option: Option, tmp_path: Path) -> None:
    """With the same sentence in a file as in Python, and nearly the same in a plan."""
    tried = 0
    for value, types in VALUES.items():
        if option.fits(types):
            continue
        text = option.in_toml(value)
        in_file = refused(lambda text=text: config(tmp_path / "config.toml", text))
        in_plan = refused(lambda text=text: plan(tmp_path / "plan.toml", text))
        found = tomllib.loads(f"x = {value}")["x"]
        in_python = refused(lambda found=found: option.in_python(found))
        named = "there is no game " if option.name == "game" else f"{option.name} is "
        assert in_python.startswith(named)
        assert ", but it must be " in in_python or option.name == "game"
        assert in_file == f"{tmp_path / 'config.toml'} is unsound: {in_python}"
        a_list = "is a list: for a variant with each of its values, write it in the table [vary"
        assert in_plan.endswith(f"in the variant a, {in_python}") or a_list in in_plan
        tried += 1
    assert tried > 7


@each_option
def test_every_option_refuses_what_is_no_value(option: Option) -> None:
    for value in NO_VALUES:
        if option.fits((type(value),)) or (type(value) is list and option.fits((tuple,))):
            continue
        in_python = refused(lambda value=value: option.in_python(value))
        assert refused(lambda value=value: Config.layered(flat=option.flat(value))) == in_python


@pytest.mark.parametrize("option", [one for one in OPTIONS if one.fits((int, float))], ids=str)
def test_the_command_line_says_the_same_of_numbers(option: Option) -> None:
    for text, value in [("x", "x"), ("true", "true"), ("[1]", "[1]"), ("-1e9", -1e9)]:
        written = refused(lambda text=text: Config.layered(flat=option.flat(text), written=True))
        assert written == refused(lambda value=value: option.in_python(value)), text


@pytest.mark.parametrize("option", [one for one in OPTIONS if one.fits((bool, int, float))], ids=str)
def test_what_an_option_accepts_is_taken_everywhere(option: Option, tmp_path: Path) -> None:
    """Its default, and the ends of its range; as numbers, as TOML, and as texts of the command line."""
    about = option.described.metadata
    default = about.get("default", option.described.default)
    values = {*(about["between"] or (True, False)), *([] if default == AUTO else [default])}
    for value in values:
        kind = about["kind"]
        made = getattr(option.in_python(value), option.name)
        assert type(made) is kind
        text = str(value).lower()
        of_file = config(tmp_path / "config.toml", option.in_toml(text if kind is bool else repr(value)))
        flat = Config.layered(flat=option.flat(text), written=True)
        for found in (of_file, flat):
            of = getattr(found, option.part.kind) if option.part else found
            assert getattr(of, option.name) == made


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ('minutes = ["x"]', []),
        ('minutes = ["x"]', ["--generations", "1"]),  # which replaces it
        ("[fitness]\ngames = true", ["--fitness", "full-games"]),
        ("[selection]\nname = 3", ["--selection", "tournament"]),
    ],
)
def test_evolve_refuses_them_in_a_sentence(text: str, more: list[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    done = run_command("evolve", "--config", str(tmp_path / "config.toml"), *more, cwd=tmp_path)
    name = next(line for line in text.splitlines() if "=" in line).partition(" ")[0]
    called = "selection" if name == "name" else name
    assert_refused(done, 1, f"config.toml is unsound: {called} is ")


@pytest.mark.parametrize(
    "written", [["--games", "two"], ["--games", "0"], ["--look-ahead=1"], ["--seed", ""]]
)
def test_the_command_refuses_them_in_a_sentence(written: list[str], tmp_path: Path) -> None:
    done = run_command("evolve", "hexapawn", *written, cwd=tmp_path)
    assert_refused(done, 2, written[0].partition("=")[0].removeprefix("--"))


def test_a_message_about_toml_says_where(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"at line 3, column 14\)$"):
        config(tmp_path / "config.toml", 'game = "senet"\n\npopulation = = 3\n')


def test_members_of_lists_are_texts() -> None:
    for value in ([3], [["x"]], [None]):
        with pytest.raises(UsageError, match=r"objectives is .*, but it must be a list of texts, such as"):
            Config(objectives=value)  # type: ignore[arg-type]
        with pytest.raises(UsageError):
            Config(game="hexapawn", seed_with=value).resolved()  # type: ignore[arg-type]
