"""The stub of the compiled module, read as a syntax tree: its functions and its docstrings."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tienlen

PATH = Path(tienlen.__file__).parent / "_core.pyi"

Function = ast.FunctionDef
Documented = ast.FunctionDef | ast.ClassDef | ast.Module


@functools.cache
def tree() -> ast.Module:
    return ast.parse(PATH.read_text(encoding="utf-8"))


def functions() -> dict[str, Function]:
    """Every function and method, by names such as `perft` and `State.play`."""
    return {name: node for name, node in _walk(tree(), "") if isinstance(node, Function)}


def documented() -> dict[str, tuple[int, str]]:
    """Line and docstring of everything that has one."""
    found = {}
    for name, node in _walk(tree(), ""):
        if isinstance(node, Documented) and (text := ast.get_docstring(node, clean=True)):
            found[name or "_core"] = (node.body[0].lineno, text)
    return found


def decorators(function: Function) -> set[str]:
    return {ast.unparse(decorator) for decorator in function.decorator_list}


def _walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    yield prefix, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.ClassDef):
            yield from _walk(child, f"{prefix}.{child.name}" if prefix else child.name)


class Parameter(NamedTuple):
    """A parameter as far as a caller can tell; `name` is "" where it can only be positional."""

    name: str
    kind: str
    default: str | None


def parameters(function: Function) -> list[Parameter]:
    args = function.args
    assert args.vararg is None
    assert args.kwarg is None
    plain = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(plain) - len(args.defaults)) + [*args.defaults]
    found = []
    for index, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        positional = index < len(args.posonlyargs)
        found.append(_parameter("" if positional else arg.arg, "positional", default))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        found.append(_parameter(arg.arg, "keyword", default))
    return found


def _parameter(name: str, kind: str, default: ast.expr | None) -> Parameter:
    return Parameter(name, kind, None if default is None else ast.unparse(default))
