"""What the repository promises about itself, where no other step would notice that it is broken."""

from __future__ import annotations

import importlib.metadata
import re
import runpy
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tienlen
from tienlen.chops import CLASSES
from tienlen.errors import Reason

ROOT = Path(__file__).parent.parent

# Installed wheels are tested beside README and tests alone.
pytestmark = pytest.mark.skipif(
    not (ROOT / "CONTRIBUTING.md").exists(), reason="only README and tests are here"
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sources(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


# --- the version ---------------------------------------------------------------------------------


def test_the_version_is_stated_once() -> None:
    stated = re.findall(r'^__version__ = "(.+)"$', text("python/tienlen/_version.py"), re.MULTILINE)
    assert stated == [tienlen.__version__]
    project = tomllib.loads(text("pyproject.toml"))
    assert "version" not in project["project"]
    assert project["tool"]["scikit-build"]["metadata"]["version"]["input"].endswith("_version.py")
    assert not re.search(r"^version:", text("CITATION.cff"), re.MULTILINE)
    written = re.compile(rf"\b{re.escape(tienlen.__version__)}\b")
    places = sources("CMake*", "cmake/*", "**/CMakeLists.txt", "docs/conf.py", ".github/**/*.yml")
    places += sources("python/**/*.py", "cpp/**/*.?pp", "scripts/*", ".ci/*/*")
    assert len(places) > 100
    found = [path for path in places if written.search(path.read_text(encoding="utf-8"))]
    assert found == [ROOT / "python/tienlen/_version.py"]


def test_the_installed_package_has_that_version() -> None:
    try:
        installed = importlib.metadata.version("tienlen")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("tienlen is not installed")
    if "site-packages" in Path(tienlen.__file__).parts:
        assert installed == tienlen.__version__


# --- portable ------------------------------------------------------------------------------------


def test_what_compilers_add_to_the_language_is_in_one_header() -> None:
    extras = re.compile(
        r"__builtin_|__int128|__extension__|_umul128|immintrin\.h|\b_mm\d*_|_p(dep|ext)_"
    )
    code = sources("cpp/**/*.hpp", "cpp/**/*.cpp")
    assert len(code) > 100
    found = {path for path in code if extras.search(path.read_text(encoding="utf-8"))}
    assert found == {ROOT / "cpp/include/tienlen/bits.hpp"}
    # Each is behind a condition, with plain C++ for everybody else.
    bits = text("cpp/include/tienlen/bits.hpp")
    assert bits.index("#if defined(__SIZEOF_INT128__)") < bits.index("unsigned __int128")


def test_no_build_file_selects_a_cpu() -> None:
    for path in sources("CMake*", "cmake/*", "cpp/**/CMakeLists.txt", "pyproject.toml"):
        lines = path.read_text(encoding="utf-8").splitlines()
        code = [line for line in lines if not line.lstrip().startswith("#")]
        assert not re.search(r"-march|-mtune|-mbmi|-mavx|/arch:|-ffast-math", "\n".join(code)), path


@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
@pytest.mark.parametrize(
    ("size", "order", "words"),
    [
        (8, "LITTLE_ENDIAN", ""),
        (4, "LITTLE_ENDIAN", "needs a 64-bit target"),
        (8, "BIG_ENDIAN", "little-endian targets only"),
    ],
)
def test_other_machines_are_refused(size: int, order: str, words: str) -> None:
    given = [f"-DCMAKE_SIZEOF_VOID_P={size}", f"-DCMAKE_CXX_BYTE_ORDER={order}"]
    command = ["cmake", *given, "-P", str(ROOT / "cmake/TienlenPlatform.cmake")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == bool(words)
    assert words in " ".join(done.stderr.split())
    assert "include(TienlenPlatform)" in text("CMakeLists.txt")


# --- the house -----------------------------------------------------------------------------------


def test_files_are_short() -> None:
    folders = ("python", "tests", "bench", "docs", "scripts")
    code = [(path, 500) for path in sources(*(f"{folder}/**/*.py" for folder in folders))]
    code += [(path, 300) for path in sources("cpp/**/*.hpp")]
    assert len(code) > 200
    for path, most in code:
        assert path.read_text(encoding="utf-8").count("\n") < most, path


def test_tools_are_set_in_pyproject_alone() -> None:
    others = (
        "setup.cfg",
        "setup.py",
        "tox.ini",
        "pytest.ini",
        "mypy.ini",
        ".flake8",
        ".coveragerc",
    )
    others += ("ruff.toml", ".ruff.toml", "requirements.txt", "MANIFEST.in")
    assert [name for name in others if (ROOT / name).exists()] == []


def test_every_step_of_the_gate_is_run_by_the_workflow() -> None:
    steps = {path.stem for path in (ROOT / ".ci" / "steps").glob("*.sh")} - {"setup", "fuzz"}
    if not steps:
        pytest.skip("this is an sdist")
    called = re.search(r"^ +steps: \[(.+)\]$", text(".github/workflows/tests.yml"), re.MULTILINE)
    assert called is not None
    assert set(re.split(r"[ ,]+", called[1])) == steps
    everything = re.search(r"^STEPS=\((.+)\)$", text(".ci/run"), re.MULTILINE)
    assert everything is not None
    assert set(everything[1].split()) == steps


def test_every_command_in_contributing_exists() -> None:
    """Steps, presets, scripts: what a row of the table names is there."""
    page = text("CONTRIBUTING.md")
    presets = text("CMakePresets.json")
    for preset in re.findall(r"--preset (\S+?)[`\s]", page):
        assert f'"name": "{preset}"' in presets, preset
    for path in re.findall(r"(?:python|bash) ((?:scripts|docs|tests|bench|\.ci)/[\w./]+)", page):
        assert (ROOT / path).exists(), path
    for step in re.findall(r"bash \.ci/run (\w+)", page):
        assert (ROOT / ".ci/steps" / f"{step}.sh").exists(), step
    groups = tomllib.loads(text("pyproject.toml"))["dependency-groups"]
    for group in re.findall(r"--group (\w+)", page + text("README.md")):
        assert group in groups


# --- the rules page ------------------------------------------------------------------------------


def test_the_rules_page_names_everything_that_rules_can_say() -> None:
    page = text("docs/rules.md")
    assert [name for name in tienlen.Rules().to_dict() if f"`{name}`" not in page] == [
        "name",
        "chops",
    ]
    assert [reason.name for reason in Reason if f"`{reason.name}`" not in page] == []
    ends = ("S3", "S11", "S12", "DS3", "DS12")
    plain = [name for name in CLASSES if not re.fullmatch(r"D?S\d+", name) or name in ends]
    assert [name for name in plain if name not in page] == []
    for word in ("never", "twos", "twos_and_bombs", "four_twos", "dragon", "six_pairs"):
        assert f"`{word}`" in page
    for preset in tienlen.PRESETS:
        assert f"`{preset}`" in page or f"| {preset} |" in page


# --- the checkers can fail -----------------------------------------------------------------------


@pytest.fixture
def check_links() -> Callable[..., int]:
    found: Callable[..., int] = runpy.run_path(str(ROOT / "scripts" / "check_links.py"))["main"]
    return found


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("other.html#there", ""),
        ("other.html", ""),
        ("#here", ""),
        ("guide.md#a-heading-with-code", ""),
        ("https://example.org/nowhere#at-all", ""),
        ("other.html#gone", "no such anchor"),
        ("#gone", "no such anchor"),
        ("gone.html", "no such file"),
        ("guide.md#gone", "no such anchor"),
    ],
)
def test_links_are_checked(
    check_links: Callable[..., int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    link: str,
    problem: str,
) -> None:
    index = tmp_path / "index.html"
    index.write_text(f'<h1 id="here">x</h1><a href="#here"></a><a href="{link}">y</a>', "utf-8")
    (tmp_path / "other.html").write_text('<p id="there">z</p>', "utf-8")
    (tmp_path / "guide.md").write_text("# A heading with `code`\n", "utf-8")
    assert check_links(str(tmp_path)) == (1 if problem else 0)
    assert problem in capsys.readouterr().out


def test_links_of_markdown_are_checked(check_links: Callable[..., int], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n\n[a](#one)\n", "utf-8")
    assert check_links(str(tmp_path), str(page)) == 0
    page.write_text("# One\n\n[a](#two)\n", "utf-8")
    assert check_links(str(tmp_path), str(page)) == 1
    page.write_text("# One\n", "utf-8")
    assert check_links(str(tmp_path), str(page)) == 1, "no link at all is no success"


def test_wheels_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("lief")
    import zipfile

    problems: Any = runpy.run_path(str(ROOT / "scripts" / "check_wheel.py"))["problems"]
    wheel = tmp_path / "tienlen-1-cp311-cp311-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tienlen/__init__.py", "")
        archive.writestr("tienlen/cpp/state.cpp", "")
        archive.writestr("elsewhere/__init__.py", "")
    found = "\n".join(problems(wheel))
    for words in (
        "misses tienlen/py.typed",
        "contains tienlen/cpp/state.cpp",
        "misses the licence",
    ):
        assert words in found
    assert "installs elsewhere" in found
