"""How the documentation is built: `python -m sphinx -W -b html docs build/docs`, offline.

Pages are Markdown (MyST); the API reference is reStructuredText, as docstrings are. Docstrings of
the compiled module come from its stub, by `_ext/core_stub.py`.
"""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import tienlen

project = "tienlen"
author = "The tienlen developers"
version = release = tienlen.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "core_stub",
    "suits",
]
exclude_patterns = ["_build"]
default_role = "py:obj"  # `State.play` in a docstring is a link where there is something to link to
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "tienlen"
html_static_path = ["_static"]
html_css_files = ["tienlen.css"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False


def _write_default(*arguments: Any) -> tuple[str | None, str | None]:
    """Say what a dataclass fills in; `<factory>` is no Python, and the signature would be torn."""
    *_, signature, returns = arguments
    return signature and signature.replace("<factory>", "ChopTable()"), returns


def setup(app: Sphinx) -> None:
    """Connect with Sphinx."""
    app.connect("autodoc-process-signature", _write_default)
