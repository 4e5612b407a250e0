"""The directive `stub`: shows a name of the compiled module as its stub describes it.

    .. stub:: State

writes the class, its properties and its methods with the signatures and docstrings of
`python/tienlen/_core.pyi`. The stub is the one place for these words; the compiled module has only
their first lines.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util.docutils import SphinxDirective

import tienlen

STUB = Path(tienlen.__file__).parent / "_core.pyi"


@functools.cache
def stub_names() -> dict[str, tuple[ast.stmt, str]]:
    """Every top-level name of the stub: its statement, and its docstring."""
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    found: dict[str, tuple[ast.stmt, str]] = {}
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = node, ast.get_docstring(node) or ""
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = getattr(getattr(after, "value", None), "value", "")  # the text below it
            found[node.target.id] = node, said if isinstance(said, str) else ""
    return found


def describe(name: str, config: Config) -> Iterator[str]:
    """Write a name of the stub as reStructuredText."""
    node, said = stub_names()[name]
    if isinstance(node, ast.FunctionDef):
        yield f".. py:function:: {name}{_signature(node)}"
        yield from _body(said, config)
    elif isinstance(node, ast.ClassDef):
        yield f".. py:class:: {name}{_constructor(node)}"
        yield from _body(said, config)
        for member in node.body:
            yield from _indent(_member(member, config))
    elif isinstance(node, ast.AnnAssign):
        yield f".. py:data:: {name}"
        if "Final[" in (kind := ast.unparse(node.annotation)):
            yield f"   :type: {kind.removeprefix('Final[').removesuffix(']')}"
        yield from _body(said, config)


def _member(node: ast.stmt, config: Config) -> Iterator[str]:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):  # of an enumeration
        yield f".. py:attribute:: {node.targets[0].id}"
        yield f"   :value: {ast.unparse(node.value)}"
        yield ""
    said = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
    if said is None or not isinstance(node, ast.FunctionDef):
        return
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if "property" in decorators:
        yield f".. py:property:: {node.name}"
        if node.returns is not None:
            yield f"   :type: {_plain(ast.unparse(node.returns))}"
    else:
        yield f".. py:method:: {node.name}{_signature(node, leave_out_self=True)}"
        if "staticmethod" in decorators:
            yield "   :staticmethod:"
    yield from _body(said, config)


def _constructor(node: ast.ClassDef) -> str:
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            # `Never` stands where there is no constructor.
            shown = _signature(member, leave_out_self=True).removesuffix(" -> None")
            return "" if "Never" in shown else shown
    return ""


def _signature(node: ast.FunctionDef, *, leave_out_self: bool = False) -> str:
    arguments = ast.unparse(node.args)
    static = any(ast.unparse(decorator) == "staticmethod" for decorator in node.decorator_list)
    if leave_out_self and not static:
        arguments = arguments.removeprefix("self").removeprefix(", ")
    returns = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return _plain(f"({arguments}){returns}")


def _plain(text: str) -> str:
    """Leave out what the stub says for checkers only: underscores of aliases, modules."""
    for written, shown in (
        ("_CardsLike", "CardsLike"),
        ("_CardLike", "CardLike"),
        ("_PlayLike", "PlayLike"),
        ("_Progress", "Progress"),
        ("npt.", ""),
        ("np.", ""),
    ):
        text = text.replace(written, shown)
    return text


def _body(said: str, config: Config) -> Iterator[str]:
    yield ""
    # Some of its lines are several.
    yield from _indent(iter("\n".join(GoogleDocstring(said, config).lines()).split("\n")))
    yield ""


def _indent(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"   {line}" if line else ""


class StubDirective(SphinxDirective):
    """`.. stub:: NAME`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Describe the name."""
        name = self.arguments[0]
        if name not in stub_names():
            raise self.error(f"{name} is not in the stub {STUB.name}")
        self.env.note_dependency(str(STUB))
        return self.parse_text_to_nodes("\n".join(describe(name, self.config)))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect with Sphinx."""
    app.add_directive("stub", StubDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
