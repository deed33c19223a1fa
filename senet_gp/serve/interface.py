"""The requests of the interface of ``senet-gp serve``, each with what answers it.

All paths are under ``/TOKEN/``, which is part of the address of the page. Requests and answers are JSON in
UTF-8; a ``POST`` needs ``Content-Type: application/json``. An error is ``{"error": "one sentence"}`` with
status 400 (wrong request), 404, 405, 409 (does not fit what was played
meanwhile, or a file cannot be used), 413, 415, 429, 500 or 503.

``GET`` of what is only looked at; parameters are in the address:

- the root, ``static/NAME``: the page and its files
- ``download?file=F``: a record or an exported page, for the browser to keep
- ``api/games``: ``{"games": [game, ...], "version"}``
- ``api/players?game=G``, with the parameters of the game: ``{"players": [card, ...]}``
- ``api/records``: ``{"records": [...]}``, the newest first: ``file``, ``own`` (false for those that are not
  changed), ``about`` (the game and its players), ``told`` (how long it is and how it ended), ``unfinished``,
  ``turns``, ``date``, and ``named_by_time``, if the program has named the file
- ``api/rules?game=G``: ``game``, ``title``, ``rules_text``, ``geometry``, ``start`` and ``examples``, each
  with ``title``, ``text``, ``throws``, ``spoken``, ``before`` and ``after`` (positions) and ``steps``
- ``api/own``: the person's games, added up: ``state`` (``running`` with ``done`` and ``of``, or ``done``),
  and ``records`` as ``senet-gp analyse --own --json`` prints them
- ``api/game?file=F``: state
- ``api/game/at?file=F&after=N``: the state as it was after N choices; as it is now, if there are no more
- ``api/analyse?job=J``: ``job``, ``file`` and ``state``: ``running`` with ``done`` and ``of``, ``failed``
  with ``error``, or ``done`` with ``analysis``, the object of ``senet-gp analyse --json``, ``moves``, its
  choices as the moves of a state with what is known after each, ``begin``, the number from 0 of the choice to
  look at first, ``out``, a name for its page, and ``review``: luck, the best and the worst choice of a
  person, each as ``text`` and ``after``, its number from 0 or null

``POST`` of what changes something or is much work, with an object of these keys; ``after`` is the number of
choices that have been made:

- ``api/games/new``, ``game``, ``first``, ``second``; also ``parameters``, ``seed``, ``file``: state (201).
  Players are named as on the command line; ``new-machine`` is a blank machine in a new file. With
  ``guided``, 1, the seed is one whose first choice has few moves
- ``api/game/again``, ``file``, ``after``: state (201) of a new game that goes on from there with the same
  throws
- ``api/game/choose``, ``file``, ``choice``, ``after``: state; 409 with ``state`` if ``after`` is another
  number
- ``api/game/step``, ``file``, ``after``: state after the move of a player who is no person or has a single
  choice
- ``api/game/undo``, ``file``, ``after``: state before the last choice that a person made among several,
  or before a resignation
- ``api/game/resign``, ``file``, ``after``: state; the person to move resigns
- ``api/game/teach``, ``file``: state, and ``told``, a sentence: the machine has learned from the finished
  game
- ``api/chance``, ``file``, ``after``: ``seat``, that of the only person, else the first mover's; ``chance``,
  the win probability of this seat (0 to 1); ``told``, the same in words; ``means``
- ``api/warning``, ``file``, ``after``, ``choice``: ``sentence``, a question if the choice is a blunder, or
  empty
- ``api/hint``, ``file``, ``after``: hint
- ``api/why``, ``file``, ``after``, ``choice``; also ``rival``, ``player``: comparison
- ``api/scores``, ``file``, ``after``; also ``player``: ``player`` (null if none scores boards) and
  ``scores``, how its expression scores each choice, by index
- ``api/analyse``, ``file``: ``{"job", ...}`` (202)
- ``api/analyse/cancel``, ``job``: the job, as ``GET api/analyse`` has it
- ``api/analyse/export``, ``file``, ``out``: ``{"file"}``; the analysed game as one HTML page in a new file

A *game* has ``name``, ``title``, ``rules_text``, ``parameters`` (each ``name``, ``default`` and
``between``, its least and largest value, or null), ``parameters_help``, ``short_game`` (its parameters, or
null), ``small``, ``stochastic``,
``falls`` (whether pieces are dropped into columns), ``geometry``, ``levels`` (cards without
``kind`` and ``group``), ``opponent`` (the default one), ``taught``
(whether there are examples of its rules) and ``learns`` (whether machines learn it).

A *geometry* has ``width``, ``height``, ``ways`` (for each row 1 if pieces go along it to the right, -1 to the
left, else 0) and ``squares``: ``square``, ``column``, ``row``, ``label``, ``note`` and ``meaning``, a word
and a sentence about a special square. A game without a board has no squares; then the position is its
``text``.

A *card* of a player has ``text`` (the PLAYER), ``name``, ``kind`` (``level``, ``pupil``, ``machine``,
``run``, ``champion``, ``network``, ``hand``, ``search``, ``random``), ``group`` (what players for
experts are called that are listed together, else empty), ``strength`` and ``sentence``.

A *state* has:

- ``file``, ``game``, ``title``, ``parameters``, ``geometry``, ``seed``, ``retried``: the record, and the game
- ``players``: two of ``text``, ``name`` (``You`` for the only person), ``person``, ``owner`` (what their
  pieces are called), ``error``, the first mover first; with an ``error`` the player cannot play
- ``status``: whose turn it is and what they throw, or how the game ended; ``to_throw``: the same before they
  have thrown; at the end ``length``, how many turns the game had
- ``lesson``: whether a machine can learn from the game: ``possible``, ``taught`` or null
- ``after``, ``of``: how many choices have been made in this state, and in the record
- ``turn``, ``seat``, ``person``: the turn to be played, the seat to move (0 or 1; null at the end), and
  whether it is a person who chooses now
- ``can_undo``, ``can_step``: whether these requests have something to do
- ``position``: ``{"text", "squares": {"SQUARE": [seat, ...]}, "beside": [{"place", "pieces": [first,
  second]}]}``
- ``throws``, ``spoken``, ``again``: what is thrown, in words, and when the player throws again
- ``choices``: those of the person to move, in an earlier state those that there were; ``chosen``: the index
  of the one that was made next
- ``made_for_you``: in the latest state a sentence, if the only person had a single move in their last turn
- ``steps``: what is known of each step of the choices: ``step`` (from, to), ``throws`` by which it can be
  made, and ``last``, whether the turn ends with it
- ``tips``: the numbers of the examples of rules that this is a case of
- ``last``, ``moves``: the move that led here (with ``changed``, the squares that hold other pieces), and all
  moves
- ``outcome`` (1 if the first mover has won, -1, 0 or null), ``resigned``, ``result``, ``line`` (the
  squares of a line that has won)

A *choice* has ``index`` (what ``choose`` takes), ``like`` (the first choice that leads to the same position
and result), ``notation``, ``text``, ``parts`` (one for each piece), ``steps`` (from, to, in order; 0 is the
hand or off the board), ``ways`` (all lists of steps that lead to the same board), ``board`` (if another
choice has the same steps in another order: who stands where after this one), ``remark``, ``result`` and
``ends_turn``.

A *move* has ``number`` (from 1), ``turn``, ``seat``, ``throws``, ``spoken``, ``notation``, ``text``,
``remark``, ``told`` (text and remark), ``steps``, ``options`` (how many choices there were),
``result``, and ``box`` where a matchbox machine moved.

A *hint* has ``title``, ``sentence`` (a heading), ``verdict`` (whether one choice is clearly the best),
``trust`` (how far the chances can be trusted, perhaps nothing), and ``best``: rows, the best first, with
``index``, ``moves``, ``text``, ``remark``, ``steps``, ``chance``, ``known`` (such as ``wins in 3 moves``),
``worth``, ``lost``, ``note`` and ``cells``, what a table shows.

A *comparison* has ``choice``, ``rival``, ``better`` (the index of the better one, or null), ``sentences``,
``squares`` (those that the sentences are about) and, where a matchbox machine moves, ``box``, else null: rows
with ``index``, ``text``, ``weight`` and ``learned``, the weight after learning from the game, and ``taken``,
the index of the bead that was drawn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import game_of
from senet_gp.players import matchbox
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import SenetGpError
from senet_gp.serve.directory import new_file
from senet_gp.serve.game_json import decision_at, earlier_json, games_json, rules_json, state_json
from senet_gp.serve.games import PlayedGames, gentle_seed, records_json
from senet_gp.serve.players import NEW_MACHINE, Lessons, begin_machine
from senet_gp.serve.requests import Json, Refused, number_in, parameters_in, value_of

if TYPE_CHECKING:
    from senet_gp.serve.jobs import Jobs, OwnGames

Values = Mapping[str, Any]
Answer = tuple[int, Json]


class Interface:
    """Answers requests about games, players, records and analyses.

    Attributes:
        games: the games that are played on the page.
        lessons: what machines learn from them.
        begun: is set as soon as a game has been shown.
    """

    def __init__(self) -> None:
        self.games = PlayedGames()
        self.lessons = Lessons()
        self.begun = threading.Event()
        self._jobs: Jobs | None = None
        self._own_games: OwnGames | None = None
        self._lock = threading.Lock()

    @property
    def own_games(self) -> OwnGames:
        """The person's games, added up."""
        from senet_gp.serve.jobs import OwnGames

        with self._lock:
            self._own_games = self._own_games or OwnGames()
            return self._own_games

    @property
    def jobs(self) -> Jobs:
        """The analyses, which need large libraries."""
        from senet_gp.serve.jobs import Jobs

        with self._lock:
            self._jobs = self._jobs or Jobs()
            return self._jobs

    @property
    def gets(self) -> dict[str, Callable[[Values], Answer]]:
        """The handlers of requests that change nothing."""
        return {
            "games": lambda _: (200, {"games": games_json(), "version": __version__}),
            "players": self._players,
            "rules": lambda values: (200, rules_json(game_of(value_of(values, "game", str)))),
            "records": lambda _: (200, {"records": records_json()}),
            "own": lambda _: (200, self.own_games.as_json()),
            "game": lambda values: (200, self._state(value_of(values, "file", str))),
            "game/at": self._earlier,
            "analyse": lambda values: (200, self.jobs.named(value_of(values, "job", str)).as_json()),
        }

    @property
    def posts(self) -> dict[str, Callable[[Values], Answer]]:
        """The handlers of requests that change something or are much work."""
        return {
            "games/new": self._new,
            "game/choose": self._choose,
            "game/step": lambda values: self._changed(values, self.games.step),
            "game/undo": lambda values: self._changed(values, self.games.undo),
            "game/resign": lambda values: self._changed(values, self.games.resign),
            "game/teach": self._teach,
            "game/again": self._again,
            "chance": self._chance,
            "warning": self._warning,
            "hint": self._hint,
            "why": self._why,
            "scores": self._scores,
            "analyse": self._analyse,
            "analyse/cancel": lambda values: (200, self.jobs.cancel(value_of(values, "job", str)).as_json()),
            "analyse/export": self._export,
        }

    def _players(self, values: Values) -> Answer:
        from senet_gp.serve.player_cards import cards_of

        name = value_of(values, "game", str)
        parameters = {
            key: -number_in(text[1:], key) if text.startswith("-") else number_in(text, key)
            for key, text in values.items()
            if key != "game"
        }
        return 200, {"players": cards_of(game_of(name, parameters))}

    def _earlier(self, values: Values) -> Answer:
        file, after = value_of(values, "file", str), number_in(values.get("after"), "after")
        record = self.games.record(file)
        if after >= len(record.choices):
            return 200, self._state(file, record)
        return 200, earlier_json(file, record, self.lessons.of(record), after)

    def _new(self, values: Values) -> Answer:
        game, parameters = value_of(values, "game", str), parameters_in(values)
        played = game_of(game, parameters)
        guided, file = value_of(values, "guided", int, 0), value_of(values, "file", str, None)
        seed = gentle_seed(played) if guided else value_of(values, "seed", int, None)
        wanted = [value_of(values, "first", str), value_of(values, "second", str)]
        begun: list[Path] = []

        def named(player: str) -> str:
            if player != NEW_MACHINE:
                return player
            begun.append(begin_machine(played))
            return f"{matchbox.KIND}:{begun[-1]}"

        try:
            names = named(wanted[0]), named(wanted[1])
            file, record = self.games.new(game, parameters, names, seed, file)
        except SenetGpError:
            for path in begun:
                path.unlink(missing_ok=True)
            raise
        return 201, self._state(file, record)

    def _choose(self, values: Values) -> Answer:
        choice = value_of(values, "choice", int)
        return self._changed(values, lambda file, after: self.games.choose(file, after, choice))

    def _again(self, values: Values) -> Answer:
        file, record = self.games.again(value_of(values, "file", str), value_of(values, "after", int))
        return 201, self._state(file, record)

    def _teach(self, values: Values) -> Answer:
        file = value_of(values, "file", str)
        told = self.lessons.teach(self.games.record(file))
        return 200, {**self._state(file), "told": told}

    def _changed(self, values: Values, change: Callable[[str, int], None]) -> Answer:
        """Change a game; if it has gone on meanwhile, say how it stands."""
        file, after = value_of(values, "file", str), value_of(values, "after", int)
        try:
            change(file, after)
        except Refused as error:
            if error.status == 409:
                error.more["state"] = self._state(file)
            raise
        return 200, self._state(file)

    def _state(self, file: str, record: GameRecord | None = None) -> Json:
        record = record or self.games.record(file)
        state = state_json(file, record, self.lessons.of(record))
        self.begun.set()
        return state

    def _asked(self, values: Values) -> tuple[GameRecord, Decision, int | None]:
        """A record, a decision of it, and what was chosen there, if anything was."""
        record = self.games.record(value_of(values, "file", str))
        return record, *decision_at(record, value_of(values, "after", int))

    def _chance(self, values: Values) -> Answer:
        from senet_gp.serve.advice import chance_json

        record = self.games.record(value_of(values, "file", str))
        return 200, chance_json(record, value_of(values, "after", int))

    def _warning(self, values: Values) -> Answer:
        from senet_gp.serve.advice import warning_json

        record, decision, _taken = self._asked(values)
        return 200, warning_json(record, decision, value_of(values, "choice", int))

    def _hint(self, values: Values) -> Answer:
        from senet_gp.serve.advice import hint_json

        record, decision, _taken = self._asked(values)
        return 200, hint_json(record, decision)

    def _why(self, values: Values) -> Answer:
        from senet_gp.serve.advice import player_asked, why_json

        record, decision, taken = self._asked(values)
        player = player_asked(record, decision.seat, value_of(values, "player", str, None))
        choice, rival = value_of(values, "choice", int), value_of(values, "rival", int, None)
        made_it = player is not None and player.name == record.players[decision.seat]
        return 200, why_json(record, decision, choice, rival, player, taken if made_it else None)

    def _scores(self, values: Values) -> Answer:
        from senet_gp.serve.advice import player_asked, scores_json

        record, decision, _taken = self._asked(values)
        player = player_asked(record, decision.seat, value_of(values, "player", str, None))
        return 200, scores_json(record, decision, player)

    def _analyse(self, values: Values) -> Answer:
        file = value_of(values, "file", str)
        return 202, self.jobs.begin(file, self.games.record(file)).as_json()

    def _export(self, values: Values) -> Answer:
        file = value_of(values, "file", str)
        out = new_file(value_of(values, "out", str), ".html")
        self.jobs.export(file, self.games.record(file), out)
        return 201, {"file": str(out)}
