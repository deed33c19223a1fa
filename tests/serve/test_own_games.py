"""The page of the person's own games: what it offers besides, and what it neither reads nor writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Json, Server, served
from written_files import written

from senet_gp.arena.record import GameRecord
from senet_gp.games.registry import game_of
from senet_gp.runtime.files import OWN_FOLDER
from senet_gp.serve import directory
from senet_gp.serve.directory import Places, inside, places_of, work_in
from senet_gp.serve.requests import Refused

SECRET = "nobody reads this"  # noqa: S105 - it is none


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a run and other files, and beside it an own folder with a machine, and a secret."""
    place = tmp_path_factory.mktemp("own")
    for name in ("own", "project/runs", "project/tests"):
        (place / name).mkdir(parents=True)
    shutil.copytree(written() / "run", place / "project/runs/june")
    boxes = written() / "machines" / "boxes.json"
    for name in ("own", "project", "project/tests", "project/runs"):
        shutil.copy(boxes, place / name / "boxes.json")
    record = GameRecord((f"matchbox:{place}/own/boxes.json", "human"), game_of("hexapawn"), seed=1)
    record.write(place / "project/runs/begun.txt")
    record.write(place / "own/of-the-terminal.txt")
    record.write(place / "project/mine.txt")
    record.write(place / "project/tests/sample.txt")
    (place / "secret.txt").write_text(SECRET, encoding="utf-8")
    (place / "project/runs/link.txt").symlink_to(place / "secret.txt")
    (place / "project/runs/way").symlink_to(place)
    (place / "own/link.txt").symlink_to(place / "project/mine.txt")
    (place / "own/round").symlink_to(place / "own")
    return place


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[Server]:
    with served(place / "project", own=place / "own") as one:
        yield one


def test_own_games_and_the_runs_of_the_directory_are_offered_and_nothing_else(
    server: Server, place: Path
) -> None:
    runs = place / "project/runs"
    texts = {card["text"] for card in server.seen("players", game="hexapawn")["players"]}
    files = {text for text in texts if "/" in text or text.startswith("matchbox:")}
    assert files == {"matchbox:boxes.json", f"matchbox:{runs}/boxes.json", f"{runs}/june"}
    records = {record["file"]: record["own"] for record in server.seen("records")["records"]}
    own = {name for name, is_own in records.items() if is_own}
    assert "of-the-terminal.txt" in own
    assert {name for name in records if "/" in name} == {f"{runs}/begun.txt"} == set(records) - own


def test_a_game_against_a_run_is_read_from_anywhere(server: Server, place: Path) -> None:
    run = f"{place}/project/runs/june"
    state = server.done("games/new", game="hexapawn", first="person", second=run, seed=1)
    assert state["players"][1]["error"] == ""
    assert state["players"][1]["text"] == run
    record = GameRecord.read(place / "own" / state["file"])
    assert record.players == ("human", run)
    assert {path.suffix for path in (place / "project").iterdir()} == {"", ".json", ".txt"}


def test_a_game_that_the_terminal_began_goes_on(server: Server) -> None:
    values = {"file": "of-the-terminal.txt", "after": 0}
    assert server.done("game/step", **values)["after"] == 1
    assert server.post("game/choose", **values, choice=0)[0] == 409


def test_what_is_of_runs_is_not_changed(server: Server, place: Path) -> None:
    runs = place / "project/runs"
    before = {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()}
    file = f"{runs}/begun.txt"
    assert server.seen("game", file=file)["after"] == 0
    for answer in (
        server.post("game/step", file=file, after=0),
        server.post("games/new", game="hexapawn", first="random", second="random", file=f"{runs}/new.txt"),
        server.post("analyse/export", file=file, out=f"{runs}/new.html"),
    ):
        refused(answer, 400)
    state = server.done("games/new", game="hexapawn", first=f"matchbox:{runs}/boxes.json", second="person")
    after = server.done("game/step", file=state["file"], after=0)["after"]
    server.done("game/resign", file=state["file"], after=after)
    refused(server.post("game/teach", file=state["file"]), 400)
    assert {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()} == before


def refused(answer: tuple[int, Json], *statuses: int) -> None:
    status, content = answer
    assert status in statuses, content
    assert SECRET not in json.dumps(content)


OUTSIDE = (
    "{0}/secret.txt", "{0}/project/mine.txt", "{0}/project/runs/link.txt", "{0}/project/runs/way/secret.txt",
    "{0}/project/runs/../mine.txt", "{0}/project/runs/way/own/../secret.txt", "../project/mine.txt",
    "link.txt", "round/../../secret.txt", "{0}/project/runs2/x.txt", "/etc/passwd", "//etc/passwd", "{0}",
    "/", "{0}/own/.addresses", ".addresses/x.json", "~/x.txt", "file:///etc/passwd",
    "{0}/project/runs/june/.x.txt",
)  # fmt: skip


@pytest.mark.parametrize("form", OUTSIDE)
def test_nothing_else_is_read_or_written(server: Server, place: Path, form: str) -> None:
    name = form.format(place)
    refused(server.get("game", file=name), 400, 404)
    refused(server.post("game/step", file=name, after=0), 400, 404)
    new = {"game": "hexapawn", "first": "person", "second": "random"}
    refused(server.post("games/new", **new, file=name), 400, 404)
    for player in (name, f"matchbox:{name}", f"{name}@3"):
        refused(server.post("games/new", **new | {"second": player}), 400, 404, 409)
    status, _, content = server.ask("GET", f"{server.path}download?file={name}")
    assert status in {400, 404}
    assert SECRET not in content.decode()
    assert (place / "secret.txt").read_text(encoding="utf-8") == SECRET


@pytest.mark.parametrize(
    ("start", "mark", "found"),
    [
        ("", "", "runs"),
        ("runs", "", "."),
        ("runs/june", "", "."),
        ("plan", "plan.json", "."),
        ("none", "", ""),
    ],
)
def test_the_runs_of_a_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str, mark: str, found: str
) -> None:
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path / "own"))
    for name in ("runs/june", "plan", "none"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "runs/june/config.toml").touch()
    if mark:
        (tmp_path / start / mark).touch()
    monkeypatch.chdir(tmp_path / start)
    expected = ((tmp_path / start / found).resolve(),) if found else ()
    assert places_of(None) == Places(tmp_path / "own", expected)
    assert places_of(Path("x")) == Places(Path("x"))


def test_a_file_has_one_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(directory, "_read_only", ())
    for name in ("own", "runs"):
        (tmp_path / name).mkdir()
    (tmp_path / "own/link.txt").symlink_to("game.txt")
    work_in(Places(tmp_path / "own", (tmp_path / "runs",)))
    for name in ("game.txt", f"{tmp_path}/own/game.txt", "./game.txt", "x/../game.txt", "link.txt"):
        assert inside(name) == Path("game.txt")
    for name in (f"{tmp_path}/runs/a.txt", "../runs/a.txt"):
        assert inside(name) == tmp_path / "runs/a.txt"
    with pytest.raises(Refused, match="nor inside"):
        inside("../a.txt")
