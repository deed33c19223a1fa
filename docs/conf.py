"""The site of the documentation: ``python -m sphinx -W --keep-going docs build/site``.

What is not a page of Markdown is made by the modules of ``site_pages``.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

from site_pages.names import linkcode_resolve  # noqa: E402, F401 - found by the path above; sphinx.ext.linkcode asks it

from senet_gp.runtime import __version__  # noqa: E402 - the same

project = "senet-gp"
copyright = "the senet-gp maintainers"  # noqa: A001 - Sphinx's name
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinx.ext.napoleon",
    "site_pages.first_champion",
    "site_pages.links",
    "site_pages.names",
    "site_pages.notebook",
    "site_pages.sources",
    "site_pages.verbs",
]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}

# Links to headings are written as repositories show them.
myst_heading_anchors = 4
# Signs that programs print stay as they are.
smartquotes = False

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_use_ivar = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"senet-gp {__version__}"
html_static_path = ["site_pages/static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "tango"
pygments_dark_style = "monokai"
