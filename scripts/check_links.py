"""Check the links of the built documentation, and of Markdown files that are read on their own.

Usage: python scripts/check_links.py BUILT_HTML [MARKDOWN ...]

Every link that stays here must lead to a file that is there, and its anchor to a place in that
file. Links to other sites are counted and not followed: the gate runs without a network.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what matters of a tag."""
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.links.append(value)
            elif (name == "id" or (name == "name" and tag == "a")) and value:
                self.anchors.add(value)


def slug(heading: str) -> str:
    """The anchor that forges and MyST give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


class Markdown:
    """The same of a Markdown file."""

    def __init__(self, path: Path) -> None:
        text = re.sub(
            r"^(```+).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        self.links = re.findall(r"\]\(([^)\s]+)[^)]*\)", text)
        self.anchors = {slug(heading) for heading in re.findall(r"^#+ +(.+)$", text, re.MULTILINE)}


def main(built: str, *markdown: str) -> int:
    """Check everything; 0 if all links lead somewhere."""
    pages: dict[Path, Page | Markdown] = {p.resolve(): Page(p) for p in Path(built).rglob("*.html")}
    pages |= {path.resolve(): Markdown(path) for path in map(Path, markdown)}
    bad = inside = outside = 0
    for path, page in list(pages.items()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            inside += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if parts.path and target.is_dir() else target
            if target.suffix == ".md" and target.is_file() and target not in pages:
                pages[target] = Markdown(target)
            anchor = unquote(parts.fragment)
            if not target.exists():
                problem = "no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                problem = "no such anchor"
            else:
                continue
            bad += 1
            print(f"{path}: {link}: {problem}")
    print(f"{len(pages)} pages, {inside} links within: {bad} broken; {outside} to elsewhere")
    return 1 if bad or not inside else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
