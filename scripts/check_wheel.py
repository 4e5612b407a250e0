"""Check wheels: their files, their size, and what the compiled module imports and exports.

Usage: python scripts/check_wheel.py WHEEL [WHEEL ...]

Needs lief, with which it reads ELF, Mach-O and PE files on any system.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path, PurePosixPath

import lief

MAX_BYTES = 4_000_000  # of a wheel; musllinux wheels carry libstdc++, all others well under 1 MB
REQUIRED = (
    "tienlen/__init__.py",
    "tienlen/_core.pyi",
    "tienlen/py.typed",
    "tienlen/presets/southern.toml",
)
UNWANTED = re.compile(r"(^|/)(tests?|bench|__pycache__|cpp)/|\.(cpp|hpp|h|a|lib|pyc|orig)$")
# What every system of that kind has, and (musllinux) what auditwheel put beside the module.
ALLOWED = {
    "ELF": re.compile(
        r"lib(c|m|pthread|dl|rt|stdc\+\+|gcc_s)\.so(\.\d+)?|libc\.musl-\w+\.so\.1|ld-linux-[\w-]+\.so\.\d"
        r"|lib(stdc\+\+|gcc_s)-[0-9a-f]{8}\.so[.\d]*"
    ),
    "MACHO": re.compile(r"/usr/lib/lib(c\+\+|System\.B)(\.\d)?\.dylib"),
    "PE": re.compile(
        r"(python3\d+t?|vcruntime140(_1)?|kernel32|advapi32|bcrypt|api-ms-win-[\w-]+)\.dll",
        re.IGNORECASE,
    ),
}
INIT = "PyInit__core"
OURS = re.compile(r"_ZN?K?7tienlen|(?!_Z)")  # libstdc++'s templates are public whatever the flags


def slices(data: bytes) -> list[lief.Binary]:
    """The binaries in a file: one, or one for each architecture of a universal Mach-O file."""
    parsed = lief.parse(data)
    if isinstance(parsed, lief.MachO.FatBinary):
        return list(parsed)
    if parsed is None:
        raise ValueError("neither ELF nor Mach-O nor PE")
    return [parsed]


def exports(binary: lief.Binary) -> set[str]:
    """The names that a binary offers to others."""
    if isinstance(binary, lief.ELF.Binary):
        return {str(s.name) for s in binary.exported_symbols if s.name not in {"_init", "_fini"}}
    if isinstance(binary, lief.PE.Binary):
        table = binary.get_export()
        return {str(entry.name) for entry in table.entries} if table else set()
    return {str(s.name).removeprefix("_") for s in binary.exported_symbols}


def module_problems(name: str, data: bytes) -> list[str]:
    """What is wrong with the compiled module `name`."""
    found = []
    for binary in slices(data):
        kind = str(binary.format).rpartition(".")[2]
        found += [
            f"{name}: imports {library}"
            for library in (str(getattr(entry, "name", entry)) for entry in binary.libraries)
            if not ALLOWED[kind].fullmatch(library)
        ]
        offered = exports(binary)
        if INIT not in offered:
            found.append(f"{name}: does not export {INIT}")
        if extra := sorted(symbol for symbol in offered - {INIT} if OURS.match(symbol)):
            found.append(f"{name}: exports {len(extra)} more names: {', '.join(extra[:5])}")
    return found


def problems(wheel: Path) -> list[str]:
    """What is wrong with a wheel, a line each."""
    found = []
    if (size := wheel.stat().st_size) > MAX_BYTES:
        found.append(f"{size} bytes, more than {MAX_BYTES}")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        found += [f"misses {name}" for name in REQUIRED if name not in names]
        found += [f"contains {name}" for name in names if UNWANTED.search(name)]
        if not any(re.search(r"\.dist-info/(licenses/)?LICENSE$", name) for name in names):
            found.append("misses the licence")
        tops = {PurePosixPath(name).parts[0] for name in names}
        expected = re.compile(r"tienlen(-[^/]*\.dist-info|\.libs)?")
        found += [f"installs {top}" for top in sorted(tops) if not expected.fullmatch(top)]
        modules = [n for n in names if re.fullmatch(r"tienlen/_core[^/]*\.(so|pyd)", n)]
        if len(modules) != 1:
            found.append(f"expected one compiled module, found {modules}")
        for module in modules:
            found += module_problems(module, archive.read(module))
    return found


def main(wheels: list[str]) -> int:
    """Check the wheels; 0 if all are well."""
    if not wheels:
        print(__doc__)
        return 2
    bad = 0
    for wheel in map(Path, wheels):
        found = problems(wheel)
        bad += bool(found)
        print(f"{wheel.name}: {wheel.stat().st_size / 1000:.0f} kB, {'bad' if found else 'ok'}")
        for problem in found:
            print(f"  {problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
