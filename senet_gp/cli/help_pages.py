"""The help of a verb: ``--help`` shows at most ten options, and ``--help-all`` has everything.

An option says in which group it stands: :func:`option` makes it, as ``click.option`` does. A command of class
:class:`Verb` has examples and does the rest. A verb with more than ten options names the usual ones; its
``--help`` shows these, with what stands about each before the first full stop, semicolon or colon, and two
paragraphs of the verb's description.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from senet_gp.runtime import plugins
from senet_gp.runtime.errors import SenetGpError

if TYPE_CHECKING:
    from click.types import OptionHelpExtra

#: The options that ask for help.
HELP_ALL = "--help-all"
HELP = ("-h", "--help", HELP_ALL)
#: The option that loads plugins before a verb is looked up, so that all that a verb lists includes them.
PLUGIN = "--plugin"
#: The plugins that were named, in the order in which they were loaded.
NAMED_PLUGINS: dict[str, None] = {}
#: Up to this many options need no groups; help and plugins, which every verb has, do not count.
_FEW = 6
#: The widest first column, except for options that get a line of their own.
_COLUMN = 26

#: The groups that several verbs have.
GAME = "Game"
OUTPUT = "Output"
RESOURCES = "Resources"
#: The group of what every verb has.
OTHER = "Other"
#: The groups that stand below all others.
_LAST = (OUTPUT, RESOURCES, OTHER)
_WITHOUT_GROUPS = "Options"


class GroupedOption(click.Option):
    """An option that knows its place in the help.

    Args:
        names: as click has them, like ``attributes``.
        group: the group in which the help shows it.
        help: its text, or a function that makes it when it is asked for, of what is registered by then.
        attributes: see ``names``.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        group: str,
        help: str | Callable[[], str],  # noqa: A002 - as click calls it
        **attributes: Any,
    ) -> None:
        super().__init__(names, help=None if callable(help) else help, **attributes)
        self.group = group
        self._made = help if callable(help) else None

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option as it is written, and its text."""
        if self._made is not None:
            self.help = self._made()
        return super().get_help_record(ctx)

    def rows(self, ctx: click.Context) -> Iterator[tuple[str, str, str]]:
        """What the help says of it: the group, how it is written, and its text."""
        record = self.get_help_record(ctx)
        if record is not None:
            yield self.group, *record

    def make_metavar(self, ctx: click.Context) -> str:
        """How a value is written: numbers without a remark that their range is limited."""
        return super().make_metavar(ctx).removesuffix(" RANGE")

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """What stands in brackets: without the range of a number, which a refusal names."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


def option(*names: str, **attributes: Any) -> Callable[[Any], Any]:
    """Give a command an option: ``click.option`` with ``group`` (see :class:`GroupedOption`)."""
    return click.option(*names, cls=GroupedOption, **attributes)


def _load_plugins(context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> None:
    # While a shell completes a word, nothing can be said.
    with contextlib.suppress(SenetGpError) if context.resilient_parsing else contextlib.nullcontext():
        for plugin in values:
            plugins.load(plugin)
            NAMED_PLUGINS.setdefault(plugin)


def plugin_option() -> click.Option:
    """The option, for the command line as a whole and for the help of each verb."""
    return GroupedOption(
        [PLUGIN],
        group=OTHER,
        multiple=True,
        metavar="MODULE",
        is_eager=True,
        expose_value=False,
        callback=_load_plugins,
        help="Load a module, or a file such as my_games.py, that registers games, vocabularies or operators "
        "(docs/python.md); can be repeated.",
    )


class Verb(click.Command):
    """A verb.

    Args:
        arguments: as click has them, like ``attributes``.
        examples: commands that can be given as they stand.
        usual: the options that ``--help`` shows, without their dashes; by default all.
        attributes: see ``arguments``.
    """

    def __init__(self, *arguments: Any, examples: Sequence[str], usual: str = "", **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.examples = tuple(examples)
        self.usual = frozenset(f"--{name}" for name in usual.split())
        self._plugin = plugin_option()
        self._help_all = GroupedOption(
            [HELP_ALL],
            group=OTHER,
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_everything,
            help="Show all options, with all about each, and exit.",
        )

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The arguments and options, those that ask for help last."""
        return [*super().get_params(ctx), self._plugin, self._help_all]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the arguments; of an option that is not known, those that it begins are named."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            from senet_gp.evolution.configuration.option_advice import MEANT

            name = error.option_name
            meant = [f"--{one}".replace("_", "-") for one in MEANT.get(name[2:].replace("-", "_"), ())]
            known = [one for param in self.get_params(ctx) for one in param.opts]
            near = [one for one in known if one.startswith(name) or one in meant][:3]
            if len(name) < 4 or not near:
                raise
            advised = f"No such option {name!r}. Did you mean {' or '.join(map(repr, near))}?"
            raise click.NoSuchOption(name, advised, ctx=ctx) from None

    def get_help(self, ctx: click.Context) -> str:
        """The usual options, if the verb names some, else everything."""
        return self.page(ctx, everything=not self.usual)

    def page(self, ctx: click.Context, *, everything: bool) -> str:
        """The help, in lines as wide as the terminal.

        Args:
            ctx: the context.
            everything: whether nothing is left out.
        """
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        description = inspect.cleandoc(self.help or "")
        paragraphs = description.split("\n\n")
        _write_text(formatter, "\n\n".join(paragraphs if everything else paragraphs[:2]))
        with formatter.section("Examples" if self.examples[1:] else "Example"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")
        self._write_options(ctx, formatter, everything=everything)
        if not everything:
            _write_text(formatter, f"{ctx.command_path} {HELP_ALL} shows everything.")
        return formatter.getvalue().rstrip("\n")

    def _write_options(self, ctx: click.Context, formatter: click.HelpFormatter, *, everything: bool) -> None:
        """Write the options, group by group, in columns that are the same in all groups."""
        rows = list(self._rows(ctx, everything=everything))
        if sum(group != OTHER for group, _, _ in rows) <= _FEW:
            rows = [(_WITHOUT_GROUPS, written, text) for _, written, text in rows]
        column = max(len(written) for _, written, _ in rows if len(written) <= _COLUMN)
        groups = dict.fromkeys(group for group, _, _ in rows)
        for title in sorted(groups, key=lambda group: _LAST.index(group) if group in _LAST else -1):
            with formatter.section(title):
                aligned = [(f"{written:{column}}", text) for group, written, text in rows if group == title]
                formatter.write_dl(aligned, col_max=column)

    def _rows(self, ctx: click.Context, *, everything: bool) -> Iterator[tuple[str, str, str]]:
        """The options that are shown: the group of each, how it is written, and its text."""
        for parameter in self.get_params(ctx):
            if isinstance(parameter, GroupedOption):
                if everything:
                    yield from parameter.rows(ctx)
                elif parameter.opts[0] in self.usual:
                    for group, written, text in parameter.rows(ctx):
                        yield group, written, beginning_of(text)
            elif everything and isinstance(parameter, click.Option):
                # click's own --help
                record = parameter.get_help_record(ctx)
                if record is not None:
                    yield OTHER, *record


def _show_everything(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    command = context.command
    if asked and not context.resilient_parsing and isinstance(command, Verb):
        click.echo(command.page(context, everything=True))
        context.exit()


def beginning_of(text: str) -> str:
    """The text about an option up to the first full stop, semicolon or colon; and its end in brackets.

    >>> beginning_of("How parents are chosen: best (the fittest), or any (at random).  [default: best]")
    'How parents are chosen.  [default: best]'
    """
    sentences, bracket, default = text.partition("  [")
    return f"{re.split('[.;:] ', sentences)[0].rstrip('.')}.{bracket}{default}"


def _write_text(formatter: click.HelpFormatter, text: str) -> None:
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text)
