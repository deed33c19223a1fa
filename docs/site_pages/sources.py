"""Links to files that are not pages: each such file becomes a page of the site that shows its text.

A link to a directory leads to a list of its files. Pictures and tables of figures are downloaded as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.util.osutil import relative_uri

from site_pages.names import LINES, source_files

ROOT = Path(__file__).resolve().parents[2]
_TEXTS = {".cff", ".md", ".py", ".sh", ".toml"}


def _page_of(path: Path) -> str:
    """The name of the page that shows a file or a directory."""
    return f"source/{path.relative_to(ROOT).as_posix()}"


def _shown_path(app: Any, link: Any) -> Path | None:
    """The file or directory that a link leads to, if it is to be shown by a page of its own."""
    target = link["reftarget"]
    if isinstance(link, addnodes.download_reference):
        path = Path(app.env.relfn2path(target, app.env.docname)[1]).resolve()
        return path if path.suffix in _TEXTS else None
    if link.get("refdomain") or link.get("reftype") != "myst":
        return None
    path = (Path(app.env.doc2path(app.env.docname)).parent / target).resolve()
    return path if path.is_dir() and path.is_relative_to(ROOT) else None


def _lead_to_pages(app: Any, doctree: nodes.document) -> None:
    """Make links to files and directories lead to their pages."""
    page = app.env.docname
    here = app.builder.get_target_uri(page)
    for link in [*doctree.findall(addnodes.download_reference), *doctree.findall(addnodes.pending_xref)]:
        path = _shown_path(app, link)
        if path is not None:
            app.env.site_sources.setdefault(page, set()).add(path)
            uri = relative_uri(here, app.builder.get_target_uri(_page_of(path)))
            link.replace_self(nodes.reference("", "", *link.children, internal=True, refuri=uri))


def _files_in(directory: Path) -> list[Path]:
    return sorted(file for file in directory.rglob("*") if file.suffix in _TEXTS)


def _content(path: Path) -> str:
    """The text of a file, or the list of a directory's files, as HTML."""
    if path.is_dir():
        links = (
            f'<li><a href="{relative_uri(_page_of(path), _page_of(file))}.html">'
            f"{escape(file.relative_to(path).as_posix())}</a></li>"
            for file in _files_in(path)
        )
        return f"<ul>{''.join(links)}</ul>"
    text = path.read_text(encoding="utf-8")
    try:
        lexer = get_lexer_for_filename(path.name)
    except ClassNotFound:
        return f"<pre>{escape(text)}</pre>"
    return str(highlight(text, lexer, HtmlFormatter(wrapcode=True, lineanchors=LINES)))


def _pages(app: Any) -> Iterator[tuple[str, dict[str, str], str]]:
    """The pages of all files to which pages link."""
    linked = source_files().union(*app.env.site_sources.values())
    linked |= {file for path in linked if path.is_dir() for file in _files_in(path)}
    for path in sorted(linked):
        name = escape(path.relative_to(ROOT).as_posix())
        body = f'<h1 class="file">{name}</h1>{_content(path)}'
        yield _page_of(path), {"title": name, "body": body}, "page.html"


def _begin(app: Any) -> None:
    if not hasattr(app.env, "site_sources"):
        app.env.site_sources = {}


def _forget(_app: Any, env: Any, page: str) -> None:
    env.site_sources.pop(page, None)


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("builder-inited", _begin)
    app.connect("env-purge-doc", _forget)
    # Before files are noted as downloads.
    app.connect("doctree-read", _lead_to_pages, priority=100)
    app.connect("html-collect-pages", _pages)
    return {"parallel_read_safe": False}
