"""The documentation tells the truth: its examples run, its tables and links are right.

In the README and in every page of `docs/`, blocks of `python` run in order, in one namespace for
the page: as doctests if they have prompts, else they are executed. Blocks of `console` are commands
whose output is compared, blocks of `toml` are rules, and a comment `<!-- file: NAME -->` puts the
block below it into a file. Docstrings of the Python modules run here as well; those of the compiled
module are run by `test_stub.py`.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import stub
import tienlen
from tienlen.cli import main

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# Installed wheels are tested beside README and tests alone.
in_checkout = pytest.mark.skipif(
    not (ROOT / "CONTRIBUTING.md").exists(), reason="only README and tests are here"
)

_BLOCK = re.compile(
    r"(?:^<!-- file: (?P<file>\S+) -->\n)?"
    r"^(?P<fence>```+)(?P<language>\w+)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#[^)\s]*)?\)")


class Block(NamedTuple):
    """A block of code: its language, its text, the number of its first line, and a file name."""

    language: str
    text: str
    line: int
    file: str | None


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("text")) + 1
        yield Block(found["language"], found["text"], line, found["file"])


def run_doctest(text: str, names: dict[str, Any], name: str, line: int) -> None:
    example = doctest.DocTestParser().get_doctest(text, names, name, name, line - 1)
    example.globs = names  # what one block defines, the next ones use
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    report: list[str] = []
    runner.run(example, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)


def run_commands(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for part in re.split(r"^(?=\$ )", text, flags=re.MULTILINE):
        command, _, wanted = part.partition("\n")
        words = shlex.split(command.removeprefix("$ "))
        if not words:
            continue
        assert words[0] == "tienlen", f"what is {command}?"
        capsys.readouterr()
        assert main(words[1:]) == 0, capsys.readouterr().err
        shown = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(wanted, shown, OPTIONS), (
            f"{command}\nexpected:\n{wanted}\ngot:\n{shown}"
        )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_examples_of_a_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.file is not None:
            assert Path(block.file).name == block.file
            Path(block.file).write_text(block.text, encoding="utf-8", newline="\n")
        match block.language:
            case "python" if ">>>" in block.text:
                run_doctest(block.text, names, name_of(page), block.line)
            case "python":
                lines = "\n" * (block.line - 1)  # so that errors name the line of the page
                exec(compile(lines + block.text, name_of(page), "exec"), names)
            case "console":
                run_commands(block.text, capsys)
            case "toml":
                assert tienlen.Rules.from_toml(block.text)


def test_no_example_is_left_out() -> None:
    """Whoever writes another language, or forgets one, means it."""
    known = {"python", "console", "toml", "sh", "text"}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert {block.language for block in blocks(page)} <= known
        assert text.count(">>> ") == sum(
            block.text.count(">>> ") for block in blocks(page) if block.language == "python"
        ), f"{page}: a prompt outside of a block of python"


def modules() -> list[str]:
    found = pkgutil.walk_packages(tienlen.__path__, "tienlen.")
    return [module.name for module in found if not module.name.endswith(("_core", "__main__"))]


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=OPTIONS)
    assert result.failed == 0


@in_checkout
@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=name_of
)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert not target or (page.parent / target).exists(), f"{target} does not exist"


@in_checkout
def test_tables_and_pictures_are_those_of_the_presets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    generated: dict[Path, str] = runpy.run_path(str(DOCS / "generate.py"))["files"]()
    assert len(generated) > 3
    for path, text in generated.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python docs/generate.py"


@in_checkout
def test_every_public_name_is_in_the_reference() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.rst"))
    shown = set(re.findall(r"^\.\. (?:stub::|py:data::) (\w+)", pages, re.MULTILINE))
    shown |= set(re.findall(r"^\.\. auto\w+:: tienlen\.(\w+)$", pages, re.MULTILINE))
    # Names of the compiled module are shown from its stub; other tests see that they stand there.
    in_stub = {name.partition(".")[0] for name in stub.documented()}
    compiled = {name for name in tienlen.__all__ if name in vars(tienlen._core)}
    wanted = {name for name in tienlen.__all__ if not name.startswith("__")}
    assert wanted - (compiled - in_stub) - shown == set(), "name it in a page of docs/api"


@in_checkout
def test_every_page_is_in_a_table_of_contents() -> None:
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES[1:]}
    pages |= {f"api/{page.stem}" for page in (DOCS / "api").glob("*.rst")}
    listed = {"index"}
    for page, below in ((DOCS / "index.md", ""), (DOCS / "api" / "index.rst", "api/")):
        lines = page.read_text(encoding="utf-8").splitlines()
        listed |= {f"{below}{line.strip()}" for line in lines if re.fullmatch(r" *[\w/]+", line)}
    assert pages <= listed
