"""Files that a person takes along from the page: records of games, and analysed games as pages."""

from __future__ import annotations

import os
from urllib.parse import quote

from werkzeug.wrappers import Response

from senet_gp.arena.record import FORMAT
from senet_gp.runtime.errors import shortened
from senet_gp.runtime.files import opened
from senet_gp.runtime.own_folder import RECORD_ENDING
from senet_gp.serve.directory import inside
from senet_gp.serve.requests import Refused

#: How the names of pages end that are exported.
PAGE_ENDING = ".html"
#: What is in the first bytes of the files that can be taken along, by their endings, and the types under
#: which they are sent: that of a page is none that a browser shows.
_SENT = {
    RECORD_ENDING: (FORMAT.encode(), "text/plain; charset=utf-8"),
    PAGE_ENDING: (b'<meta name="generator" content="senet-gp ', "application/octet-stream"),
}
_FIRST = 1000
_MAX_BYTES = 64 << 20


def download(file: str) -> Response:
    """A file for a browser to keep; if it shows it all the same, nothing in it runs.

    Raises:
        Refused: if it is not inside the directories of the page, or no record and no exported page.
        FileError: if it cannot be read.
    """
    path = inside(file)
    if path.suffix not in _SENT or not path.is_file():
        raise _nothing(file)
    mark, kind = _SENT[path.suffix]
    with opened(path) as content:
        size = os.fstat(content.fileno()).st_size
        if size > _MAX_BYTES or mark not in content.read(_FIRST):
            raise _nothing(file)
        content.seek(0)
        text = content.read(size)
    response = Response(text, 200, content_type=kind)
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(path.name, safe='')}"
    response.headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _nothing(file: str) -> Refused:
    return Refused(404, f"{shortened(file)} is no record of a game, and no page that was exported")
