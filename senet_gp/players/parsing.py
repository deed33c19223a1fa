"""Players as they are written on the command line, and whatever else callers give as a player."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from deap import gp

from primitives import vocabularies, vocabulary_of
from primitives.vocabulary import Vocabulary, own_vocabularies_of
from senet_gp.games.dice.game import if_numbered
from senet_gp.games.protocol import Game
from senet_gp.games.registry import DEFAULT_GAME, as_game, game_class, game_of, titled
from senet_gp.games.small import SmallGame, solvable
from senet_gp.players.champion import FILE_NAME, Champion, of_run
from senet_gp.players.exact import PerfectPlayer, listed_perfect_player, perfect_player
from senet_gp.players.hand import hand_made_player
from senet_gp.players.levels import LEVEL_WORDS, level_of, levels_of
from senet_gp.players.matchbox import KIND as MACHINE
from senet_gp.players.matchbox import MatchboxPlayer, matchbox_from
from senet_gp.players.network import KIND as NETWORK
from senet_gp.players.network import MIXED, TOGETHER, NetworkPlayer, network_player, networks_together, pinned
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer, Player, RandomPlayer
from senet_gp.players.position_table import TablePlayer, table_file, table_player
from senet_gp.players.search import (
    DEEPER,
    MinimaxPlayer,
    SearchPlayer,
    search_player,
)
from senet_gp.runtime.checks import MAX_SEED, several
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError, quoted, shortened, shown
from senet_gp.runtime.files import check_inside, is_there
from senet_gp.trees.individual import Individual, random_individual, whole
from senet_gp.trees.text import from_lisp, to_lisp

KINDS = (
    "random, easy, medium, hard, best, random-tree:N, hand:NAME, expr:TEXT, search:TURNS:PLAYER, "
    "slips:PERCENT:PLAYER, minimax, table, table:FILE, matchbox:FILE, net, net-mixed, nets, net:FILE, "
    "a run directory, RUN@N (the best of a run with at most N nodes), or a champion file"
)
#: A player, the text that names it on the command line, or an expression.
Entrant: TypeAlias = "str | Player | Individual | gp.PrimitiveTree"
#: How the texts of players begin that play by another one.
_AROUND = re.compile("(?:(?:search|slips):[^:]*:)*")
#: Longer texts of expressions are cut in the names of their players.
_MOST = 60


def player_from_text(text: str, game: str | Game) -> Player:
    """The player that a text on the command line names.

    >>> player_from_text("expr:(sub my_moves 1)", "tictactoe").name
    'expr:(sub my_moves 1)'

    * ``random``: chooses uniformly among the boards that a turn can end in.
    * ``easy``, ``medium``, ``hard``, ``best``: the player of the game that has this level
      (:mod:`senet_gp.players.levels`).
    * ``random-tree:N``: a random expression in the game's default vocabulary, the N-th of them all.
    * ``expr:TEXT``: an expression in Lisp form, in any vocabulary of the game.
    * ``hand:NAME``: a hand-made player of the game (see :mod:`senet_gp.players.hand`).
    * ``search:TURNS:PLAYER``: looks this many turns ahead with that player's evaluation;
      ``search:TURNS+:PLAYER`` looks deeper at threats.
    * ``slips:PERCENT:PLAYER``: plays as that player, but this many of 100 moves are at random.
    * ``minimax``: plays a small game perfectly, or one with throws that is solved soon, such as Senet with
      one or two pieces a side.
    * ``table``, ``table:FILE``: looks its moves up in a table of all positions of a small game; in a game
      with throws whose boards have numbers, ``table:FILE`` plays by a table of exact win probabilities.
    * ``matchbox:FILE``: a machine that learns by playing (see :mod:`senet_gp.players.matchbox`).
    * ``net``, ``net:FILE``: plays by a network's chances of winning: the network of the game that comes with
      this program, or the one in a file that ``senet-gp learn network`` wrote; ``net:FILE#CHECKSUM`` says
      which network must be in the file.
    * ``net-mixed``: plays by the network of the game that has learned all its shorter forms at once.
    * ``nets``: plays by all networks of the game that come with this program, together.
    * a run directory or a champion file: the champion in it.
    * ``RUN@N``: the strongest player of at most N nodes that a run kept (see
      :mod:`senet_gp.players.champion`); RUN is its directory.

    Args:
        text: the text.
        game: the game, or the name of a game with its default parameters.

    Raises:
        UsageError: if there is no such game or kind of player, or the expression is bad.
        FileError: if the file cannot be read, or holds a champion of another game.
    """
    game = as_game(game)
    if not isinstance(text, str):
        raise _cannot_play(text)
    kind, _, rest = text.partition(":")
    if _names_kind(text):
        return _READ[kind].read(text, rest, game)
    champion = _champion_named(text)
    if champion is None and text.lower() in LEVEL_WORDS:  # as the program shows them
        return player_from_text(text.lower(), game)
    if champion is None:
        raise UsageError(f"there is no player {shortened(text)!r}: a player is {KINDS}")
    return _player_of(champion, text, game)


def _names_kind(text: str) -> bool:
    """Whether a text names a kind of player, as it is written; else it is a path."""
    name, colon, _ = text.partition(":")
    kind = _READ.get(name)
    return kind is not None and bool(colon or not kind.needs_more) and not (colon and kind.stands_alone)


def _person(_text: str, _rest: str, game: Game) -> Player:
    raise UsageError(f"a person plays only at the terminal: use senet-gp play {game.name} --against PLAYER")


def _random_tree(text: str, number: str, game: Game) -> Player:
    # MAX_SEED has 19 digits.
    is_number = number.isascii() and number.isdecimal() and len(number) <= 19
    if not is_number or int(number) > MAX_SEED:
        raise UsageError(
            f"{shortened(text)!r} is not a player: write random-tree:N with a whole number N from 0 to "
            f"{MAX_SEED}"
        )
    vocabulary = vocabulary_of(game)
    # Seeded by a text: a run seeded by the same number must not begin with the same individual.
    drawn = random_individual(vocabulary, random.Random(f"random-tree:{int(number)}"))
    return ExpressionPlayer(drawn, vocabulary, text)


def _expression(text: str, expression: str, game: Game) -> Player:
    vocabulary = max(own_vocabularies_of(game).values(), key=lambda v: len(v.primitives))
    used = set(re.findall(r"[^\s()]+", expression))
    others: list[Vocabulary] = []
    if not used <= set(vocabulary.node_named):
        # Vocabularies that are registered for the game are made only if its own do not suffice.
        others = [one for one in vocabularies(game).values() if one is not vocabulary]
        having = next((one for one in others if used <= set(one.node_named)), None)
        vocabulary, others = (vocabulary, others) if having is None else (having, [])
    tree = from_lisp(expression, vocabulary, others)
    return ExpressionPlayer(tree, vocabulary, " ".join(text.split()))


def _searching(text: str, rest: str, game: Game) -> Player:
    written, _, base_text = rest.partition(":")
    turns = written.removesuffix(DEEPER)
    if not (turns.isascii() and turns.isdecimal() and len(turns) <= 18):
        raise UsageError(
            f"{shortened(text)!r} is not a player: write search:TURNS:PLAYER, TURNS being 1 or more "
            f"(in small games {DEEPER} after it looks deeper at threats)"
        )
    # Another search has no evaluation either; ten thousand nested ones are refused at the first.
    base = None if base_text.startswith(("search:", "slips:")) else player_from_text(base_text, game)
    if not isinstance(base, ExpressionPlayer | NetworkPlayer):
        raise UsageError(
            f"{shortened(base_text)} has no evaluation function to look ahead with: name a player that is an "
            "expression, such as a run, or a network"
        )
    return search_player(base, int(turns), game, deeper=turns != written)


def _slipping(text: str, rest: str, game: Game) -> Player:
    percent, _, base = rest.partition(":")
    if not (percent.isascii() and percent.isdecimal() and len(percent) < 4 and int(percent) <= 100):
        raise UsageError(
            f"{shortened(text)!r} is not a player: write slips:PERCENT:PLAYER, PERCENT being from 0 to 100"
        )
    # Ten thousand nested ones are refused at the first; a level may slip, too.
    player = None if base.startswith("slips:") else player_from_text(base, game)
    if player is None or isinstance(player, NoisyPlayer):
        raise UsageError(f"{shortened(base)} slips already: name another player after slips:{percent}:")
    return NoisyPlayer(player, int(percent) / 100)


def _of_level(text: str, _rest: str, game: Game) -> Player:
    level = next((one for one in levels_of(game) if one.word == text), None)
    if level is None:
        raise UsageError(f"{game.title} has no levels, since no good player of it is known: name a player")
    return player_from_text(level.player, game)


def _perfect(text: str, _rest: str, game: Game) -> Player:
    numbered = if_numbered(game)
    if numbered is not None:
        return perfect_player(numbered, None, text)
    if game.stochastic:
        return listed_perfect_player(game, text)
    return MinimaxPlayer(_solvable(game, text))


def _table(text: str, _rest: str, game: Game) -> Player:
    numbered = if_numbered(game)
    if numbered is not None:
        return perfect_player(numbered, table_file(text), text)
    if game.stochastic:
        raise UsageError(
            f"no file has the chances of {game.title}, whose boards have no numbers: name the player minimax"
        )
    return table_player(text, _solvable(game, text))


def _solvable(game: Game, text: str) -> SmallGame:
    return solvable(game, shortened(text))


class _PlayerKind(NamedTuple):
    """How players of a kind are written: as its name, which a colon and more may follow."""

    #: Reads the whole text, what follows the colon, and the game.
    read: Callable[[str, str, Game], Player]
    needs_more: bool = False
    stands_alone: bool = False
    names_file: bool = False


_READ = {
    "random": _PlayerKind(lambda *_: RandomPlayer(), stands_alone=True),
    "human": _PlayerKind(_person, stands_alone=True),
    "random-tree": _PlayerKind(_random_tree, needs_more=True),
    "expr": _PlayerKind(_expression, needs_more=True),
    "hand": _PlayerKind(lambda _, name, game: hand_made_player(name, game), needs_more=True),
    "search": _PlayerKind(_searching, needs_more=True),
    "slips": _PlayerKind(_slipping, needs_more=True),
    **{word: _PlayerKind(_of_level, stands_alone=True) for word in LEVEL_WORDS},
    "minimax": _PlayerKind(_perfect, stands_alone=True),
    "table": _PlayerKind(_table, names_file=True),
    "matchbox": _PlayerKind(
        lambda text, _, game: matchbox_from(text, _solvable(game, text)), needs_more=True, names_file=True
    ),
    "net": _PlayerKind(lambda text, _, game: network_player(text, game), names_file=True),
    "net-mixed": _PlayerKind(lambda text, _, game: network_player(text, game), stands_alone=True),
    "nets": _PlayerKind(lambda _, __, game: networks_together(game), stands_alone=True),
}
#: How the text of a player can begin, by kind.
BEGINNINGS = [f"{name}:" if kind.needs_more else name for name, kind in _READ.items()]


def champion_file(text: str) -> Path | None:
    """The champion file that a player's text means; None if there is no such file.

    Raises:
        FileError: if it means a directory without a champion.
    """
    if not text or not is_there(text):
        return None
    path = Path(text)
    file = path / FILE_NAME if os.path.isdir(path) else path  # noqa: PTH112 - it raises nothing
    if not is_there(file) and os.access(path, os.X_OK):
        unfinished = is_there(path / "checkpoint.json")
        hint = (
            f"finish the run with: senet-gp resume {quoted(path)}"
            if unfinished
            else "it is not a run directory"
        )
        raise FileError(f"{path} holds no champion; {hint}")
    if file != path:
        check_inside(path)
    return file


def _champion_named(text: str) -> Champion | None:
    """The champion that a player's text names, or the best player of a size; None if there is none."""
    file = champion_file(text)
    if file is not None:
        return Champion.read(file)
    run, at, nodes = text.rpartition("@")
    if not (at and nodes.isascii() and nodes.isdecimal() and len(nodes) <= 18):
        return None
    file = champion_file(run)
    if file == Path(run):
        raise UsageError(f"{shortened(run)} is one champion: name a run directory before @{nodes}")
    return None if file is None else of_run(Path(run)).best(int(nodes))


def _player_of(champion: Champion, name: str, game: Game) -> Player:
    if champion.game.name != game.name:
        raise FileError(f"{name} holds a champion of {champion.game.name}, not of {game.name}")
    try:
        return _bound(ExpressionPlayer(champion.tree, champion.vocabulary, name), game)
    except SenetGpError as error:
        raise FileError(f"{name} holds a champion for other parameters of the game: {error}") from None


def bound(player: Player, game: Game) -> Player:
    """The player bound to a game: its expression uses the vocabulary of the game with these parameters.

    The value of a word depends on the parameters, for example on the size of the board. This applies to
    expressions, also with noise or looking ahead. Other players are returned unchanged, if they are of this
    game.

    Raises:
        UsageError: if the player is made for another game, or an expression has words or constants that the
            game with these parameters does not have.
    """
    if isinstance(player, NoisyPlayer):
        base = bound(player.base, game)
        return player if base is player.base else NoisyPlayer(base, player.chance)
    if isinstance(player, SearchPlayer):
        base = bound(player.base, game)
        if base is player.base:
            return player
        return search_player(cast("ExpressionPlayer", base), player.turns, game, deeper=player.deeper)
    if not isinstance(player, ExpressionPlayer):
        _check_knows(player, game)
        return player
    made_for = player.vocabulary.game
    if made_for.name != game.name:
        raise UsageError(f"a player of {made_for.name} cannot play {game.name}: name players of one game")
    try:
        return _bound(player, game)
    except UsageError as error:
        name = shortened(player.name)
        raise UsageError(f"{name} was made for other parameters of the game: {error}") from None


def _check_knows(player: Player, game: Game) -> None:
    """Refuse a player by perfect play, a machine or a network that knows another game."""
    if isinstance(player, MinimaxPlayer | MatchboxPlayer | PerfectPlayer):
        knows = player.game == game
    elif isinstance(player, TablePlayer):
        knows = player.table.game == game
    elif isinstance(player, NetworkPlayer):
        knows = player.network.rules == getattr(game, "rules_module", None)
    else:
        return
    if not knows:
        name = shortened(player.name)
        raise UsageError(f"{name} is not a player of {titled(game)}: name players of one game")


def _bound(player: ExpressionPlayer, game: Game) -> ExpressionPlayer:
    """An expression's player bound to a game.

    Raises:
        UsageError: if the game does not have its vocabulary, words or constants.
    """
    own = player.vocabulary
    if own.game == game:
        return player
    if vocabularies(own.game).get(own.name) is not own:
        raise UsageError(f"the game has no vocabulary {own.name!r}: make it for this game, too")
    vocabulary = vocabulary_of(game, own.name)
    return ExpressionPlayer(from_lisp(to_lisp(player.tree), vocabulary), vocabulary, player.name)


def _innermost(text: str) -> str:
    """The player by whom those that look ahead or slip play; a foreign text may have many of them."""
    around = _AROUND.match(text)
    return text if around is None else text[around.end() :]


def files_named(text: str) -> list[str]:
    """The paths that a player's text names, as it writes them.

    >>> files_named("search:2:runs/senet-1@30"), files_named("hand:HC5"), files_named("matchbox:box.json")
    (['runs/senet-1@30', 'runs/senet-1'], [], ['box.json'])
    """
    text = _innermost(text)
    kind, _, rest = text.partition(":")
    if _names_kind(text):
        return [rest] if rest and _READ[kind].names_file else []
    run, at, nodes = text.rpartition("@")
    return [text, run] if at and nodes.isascii() and nodes.isdecimal() else [text]


def called(name: str, game: Game) -> str:
    """What people call a player of a record: its level, or its name, in which a file has no path.

    >>> from senet_gp.games.registry import game_of
    >>> senet = game_of("senet")
    >>> called("hand:HC5", senet), called("random", senet), called("search:2:/project/runs/june", senet)
    ('Hard', 'random', 'search:2:june')
    """
    for file in files_named(name)[:1]:
        path = Path(file).parent if Path(file).name == FILE_NAME else Path(file)
        own = path.name.removesuffix(".json") or file
        return own if name.startswith(f"{MACHINE}:") else name.removesuffix(file) + own
    level = level_of(name, game)
    return name if level is None else level.name


def with_absolute_file(text: str, directory: Path = Path()) -> str:
    """The text of a player, in which the file of a table, a machine or a network has an absolute path.

    >>> with_absolute_file("hand:HC5"), with_absolute_file("net:../mine.json", Path("/nets/old"))
    ('hand:HC5', 'net:/nets/mine.json')

    Args:
        text: the text.
        directory: the directory from which its file is seen, by default the current one.
    """
    kind, file = _file_in(text)
    return f"{kind}:{(directory / Path(file).expanduser()).resolve()}" if file else text


def with_relative_file(text: str, directory: Path) -> str:
    """The text of a player, in which a file with an absolute path is named as seen from a directory.

    So what holds both can be moved, and given away. A file in the home of the person, seen from elsewhere, is
    named as seen from that home.

    >>> with_relative_file("net:/nets/mine.json", Path("/nets/old"))
    'net:../mine.json'
    """
    kind, file = _file_in(text)
    if not file or not Path(file).is_absolute():
        return text
    home, directory = Path.home().resolve(), directory.resolve()
    if Path(file).is_relative_to(home) and not directory.is_relative_to(home):
        return f"{kind}:{(Path('~') / Path(file).relative_to(home)).as_posix()}"
    try:
        return f"{kind}:{Path(os.path.relpath(file, directory)).as_posix()}"
    except ValueError:  # on another drive
        return text


def without_directory(text: str) -> str:
    """The text of a player, in which a file with an absolute path has its name alone.

    >>> without_directory("net:/nets/mine.json"), without_directory("net:nets/mine.json")
    ('net:mine.json', 'net:nets/mine.json')
    """
    kind, file = _file_in(text)
    return f"{kind}:{Path(file).name}" if Path(file).is_absolute() else text


def _file_in(text: str) -> tuple[str, str]:
    """The kind and the file of a player whose text names a file; else the file is empty."""
    kind, _, file = text.partition(":")
    return (kind, file) if kind in _READ and _READ[kind].names_file else ("", "")


def game_name_of(text: str) -> str:
    """The name of the game that a player is made for: that of a champion, else the default game.

    Raises:
        FileError: if a champion file cannot be read.
    """
    champion = _champion_meant(text)
    return DEFAULT_GAME if champion is None else champion.game.name


def lasting_text(player: Player, text: str) -> str:
    """A text that names the same player also after a file was changed: a configuration records it.

    The expression in a file takes the place of the file, and a network is known by its checksum. A table of
    exact win probabilities is the same wherever it is made.

    >>> from senet_gp.games.registry import game_of
    >>> lasting_text(player_from_text("hand:HC5", game_of("senet")), "hand:HC5")
    'hand:HC5'

    Args:
        player: the player.
        text: the text that :func:`player_from_text` made it from.
    """
    if isinstance(player, NetworkPlayer) and text not in {NETWORK, MIXED, TOGETHER}:
        return pinned(player)
    if isinstance(player, ExpressionPlayer) and not _names_kind(text):
        return f"expr:{to_lisp(player.tree)}"
    return text


def origin_of(text: str) -> dict[str, Any]:
    """The origin of a player according to its champion file; empty for other players.

    Raises:
        FileError: if a champion file cannot be read.
    """
    champion = _champion_meant(text)
    return {} if champion is None else champion.origin


def _champion_meant(text: str) -> Champion | None:
    """The champion in a player's text, also after a search; None if the text means something else."""
    text = _innermost(text)
    return None if text.partition(":")[0] in _READ else _champion_named(text)


def game_for(texts: Sequence[str], name: str, parameters: Mapping[str, Any] | None = None) -> Game:
    """The game for some players: with the given parameters, else with those of champions among the players.

    Args:
        texts: the texts of the players.
        name: the game's name.
        parameters: the parameters; if there are none, the champions determine them.

    Raises:
        UsageError: if there is no such game or parameter, or the champions have different parameters.
        FileError: if a champion file cannot be read.
    """
    if parameters:
        return game_of(name, parameters)
    game_class(name)  # before any file is looked into
    found = set()
    for text in texts:
        champion = _champion_meant(text)
        # Of another game's champion player_from_text() tells.
        if champion is not None and champion.game.name == name:
            found.add(champion.game)
    if len(found) > 1:
        raise UsageError(
            "these champions were evolved for different parameters of the game: choose one with --rule"
        )
    return found.pop() if found else game_of(name)


def as_player(given: Entrant, game: str | Game) -> Player:
    """The player that is meant, bound to a game (see :func:`bound`).

    >>> from senet_gp import from_lisp
    >>> as_player("random", "senet").name
    'random'
    >>> as_player(from_lisp("(sub my_moves 1)", "hexapawn"), "hexapawn").name
    'expr:(sub my_moves 1)'

    Args:
        given: a player, the text that names it (see :func:`~senet_gp.players.parsing.player_from_text`), or
            an expression. An expression that is not an :class:`~senet_gp.trees.individual.Individual` belongs
            to the first vocabulary of the game that has all its words.
        game: the game, or the name of a game with its default parameters.

    Raises:
        UsageError: if the text names no player of the game, what is given is no player, or an expression is
            not whole or made for another game.
        FileError: if the text names a file that cannot be read.
    """
    game = as_game(game)
    if isinstance(given, str):
        return player_from_text(given, game)
    if isinstance(given, gp.PrimitiveTree):
        tree = _whole(given, game)
        return bound(ExpressionPlayer(tree, tree.vocabulary, _name_of(tree)), game)
    # What only says which moves it may choose is enough for verdicts.
    methods = (getattr(given, name, None) for name in ("choose", "possible"))
    if not isinstance(given, type) and any(map(callable, methods)):
        return bound(given, game)
    raise _cannot_play(given)


def _cannot_play(given: object) -> UsageError:
    return UsageError(f"{shown(given)} cannot play: give an expression, a player, or a text such as 'random'")


def entrants_in(name: str, given: Iterable[Entrant]) -> list[Entrant]:
    """The members of a list of players; a single text or a single expression is no list.

    >>> entrants_in("opponents", "random")
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: opponents is 'random', but it must be a list, such as ['random']

    Args:
        name: what the list is, as messages call it.
        given: the list.

    Raises:
        UsageError: if it is no list.
    """
    if isinstance(given, gp.PrimitiveTree):
        raise UsageError(f"{name} is a single expression, but it must be a list: put it into brackets")
    return several(name, given, "'random'")


def game_of_expressions(given: Iterable[Entrant]) -> Game | None:
    """The game of the first expression among players; None if there is no expression."""
    for one in given:
        vocabulary = getattr(one, "vocabulary", None)
        if isinstance(vocabulary, Vocabulary):
            return vocabulary.game
    return None


def _name_of(tree: Individual) -> str:
    """The name of an expression's player; where it is cut, a hash distinguishes those that begin alike."""
    text = to_lisp(tree)
    name = f"expr:{text}"
    digest = blake2b(text.encode(), digest_size=3).hexdigest()
    return name if len(name) <= _MOST else f"{shortened(name, _MOST)} {digest}"


def _whole(tree: gp.PrimitiveTree, game: Game) -> Individual:
    """An expression as an individual of its vocabulary, once it is known to be whole."""
    if isinstance(tree, Individual):
        return tree.checked()
    # What is no node is told as soon as the vocabulary is known.
    used = {name: None for node in tree if isinstance(name := getattr(node, "name", None), str)}
    for vocabulary in vocabularies(game).values():
        if used.keys() <= vocabulary.node_named.keys():
            return whole(tree, vocabulary)
    raise UsageError(
        f"no vocabulary of {game.name} has all words of {shortened(' '.join(used))}: make it an Individual "
        "with its vocabulary"
    )
