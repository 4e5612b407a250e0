"""The stub of the compiled module says what the module is.

stubtest compares names only, as functions of pybind11 have no `__signature__`; what pybind11 does
have is the first line of each docstring, and that is what the stub is held to here. The few methods
that go around pybind11 have a signature. The examples in the stub are run as doctests.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import types
from collections.abc import Iterator
from typing import Any

import pytest

import stub
import tienlen
from tienlen import _core

# Operators: Python calls them with positions, whatever their parameters are called.
OPERATOR = re.compile(r"\w+\.__\w+__")
# What pybind11 calls a parameter that has no name.
NAMELESS = re.compile(r"arg\d+")


def runtime_functions() -> Iterator[tuple[str, str]]:
    """Name and signature line of every function of the module, `State.play` and the like."""
    for name, value in vars(_core).items():
        if isinstance(value, types.BuiltinFunctionType):
            yield name, _line(value)
        elif isinstance(value, type) and value.__module__ == "tienlen._core" and name != "Kind":
            for attribute, member in vars(value).items():
                if isinstance(member, property):
                    assert member.fget is not None
                    yield f"{name}.{attribute}", attribute + _line(member.fget)
                elif isinstance(member, types.GetSetDescriptorType):
                    yield f"{name}.{attribute}", f"{attribute}(self) -> object"
                elif isinstance(member, types.MethodDescriptorType):
                    yield f"{name}.{attribute}", f"{attribute}{inspect.signature(member)} -> object"
                elif isinstance(member, staticmethod):
                    yield f"{name}.{attribute}", _line(member.__func__)
                elif callable(member) and attribute not in ("__str__", "__repr__"):
                    yield f"{name}.{attribute}", _line(member)


def _line(function: Any) -> str:
    return (function.__doc__ or "").partition("\n")[0]


def signatures() -> dict[str, ast.FunctionDef]:
    """The signature lines that pybind11 wrote, as syntax trees."""
    found = {}
    for name, written in runtime_functions():
        line = re.sub(r"-> .*::.*", "-> object", written)  # a type that has a name in C++ only
        if not re.fullmatch(r"\w+\(.*\) -> .+", line):
            continue  # not made by pybind11
        assert "*args" not in line, f"{name} is overloaded, which the stub cannot show"
        node = ast.parse(f"def {line}: ...").body[0]
        assert isinstance(node, ast.FunctionDef)
        found[name] = node
    return found


def plain(name: str, parameters: list[stub.Parameter]) -> list[stub.Parameter]:
    """Leave out names that nobody can use, that of `self` among them."""
    if "." in name and "staticmethod" not in stub.decorators(STUB[name]):
        parameters = [parameters[0]._replace(name=""), *parameters[1:]]
    if OPERATOR.fullmatch(name) and not name.endswith("__init__"):
        return [parameter._replace(name="") for parameter in parameters]
    return [
        parameter._replace(name="") if NAMELESS.fullmatch(parameter.name) else parameter
        for parameter in parameters
    ]


RUNTIME = signatures()
STUB = stub.functions()


def test_there_is_something_to_compare() -> None:
    assert {"perft", "State.play", "State.deal", "Card.rank", "CardSet.__or__"} <= set(RUNTIME)


@pytest.mark.parametrize("name", sorted(RUNTIME))
def test_the_signature(name: str) -> None:
    assert name in STUB, "this function is not in the stub"
    runtime, written = RUNTIME[name], STUB[name]
    assert plain(name, stub.parameters(written)) == plain(name, stub.parameters(runtime))


@pytest.mark.parametrize("name", sorted(RUNTIME))
def test_the_type_that_is_returned(name: str) -> None:
    """Where pybind11 knows it; it says `object` where the binding decides."""
    returns = RUNTIME[name].returns
    assert returns is not None
    wanted = ast.unparse(returns).removeprefix("tienlen._core.")
    given = ast.unparse(STUB[name].returns or ast.Constant("nothing"))
    if wanted != "object" and not name.endswith((".__getnewargs__", ".__reduce__")):
        general = wanted.partition("[")[0].rpartition(".")[2].replace("NDArray", "")
        assert general in given
        assert given.endswith("| None") == wanted.endswith("| None")


def test_the_stub_invents_nothing() -> None:
    invented = {
        name
        for name, node in STUB.items()
        if name not in RUNTIME and "Never" not in ast.unparse(node.args)
    }
    assert invented == set()


def test_properties_are_properties() -> None:
    for name, node in STUB.items():
        owner, _, attribute = name.rpartition(".")
        if owner:
            member = vars(getattr(_core, owner)).get(attribute)
            decorators = stub.decorators(node)
            is_property = isinstance(member, property | types.GetSetDescriptorType)
            assert is_property == ("property" in decorators), name
            assert isinstance(member, staticmethod) == ("staticmethod" in decorators), name


def test_everything_public_is_explained() -> None:
    explained = stub.documented()
    public = {name for name in STUB if not name.rpartition(".")[2].startswith("_")}
    assert public <= set(explained)
    without_example = {name for name in public if ">>>" not in explained[name][1]}
    assert without_example == set()


@pytest.mark.parametrize("name", sorted(stub.documented()))
def test_the_examples(name: str) -> None:
    line, text = stub.documented()[name]
    names = {word: getattr(tienlen, word) for word in tienlen.__all__} | {
        "RuleTables": _core.RuleTables
    }
    example = doctest.DocTestParser().get_doctest(text, names, name, str(stub.PATH), line)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    runner.run(example, out=report.append)
    assert not runner.failures, "".join(report)


def test_help_says_what_a_function_does() -> None:
    """Not only its signature: the first line of what the stub says."""
    for name, (_, text) in stub.documented().items():
        owner, _, attribute = name.rpartition(".")
        if name in STUB:
            member = getattr(getattr(_core, owner) if owner else _core, attribute)
            shown = (member.__doc__ or "").replace("\n", " ")
            assert text.partition("\n")[0] in shown, name


def test_star_import() -> None:
    names: dict[str, object] = {}
    exec("from tienlen import *", names)
    assert set(tienlen.__all__) <= set(names)
    assert list(tienlen.__all__) == sorted(set(tienlen.__all__), key=_isort_key)
    missing = {name for name in tienlen.__all__ if not hasattr(tienlen, name)}
    assert missing == set()


def _isort_key(name: str) -> tuple[int, str]:
    """Constants, classes, functions: the order that ruff keeps."""
    rank = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return (rank, name)
