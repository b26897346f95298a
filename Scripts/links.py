"""Checks that the relative links in Markdown pages have an existing target. Usage: links.py

site.py, which renders the pages, also uses this module.
"""

import pathlib
import re
import sys
import urllib.parse

CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|<!--.*?-->", re.S | re.M)
LINK = re.compile(r"!?\[(?:[^\]\\`]|\\.|`[^`]*`)*\]\(([^()\s]+(?:\([^()\s]*\))?)\)")
HEADING = re.compile(r"^#{1,6} +(.*?)\s*#*$", re.M)


def pages(root):
    """Returns the pages of the repository, without those in build folders."""
    folders = ["Documentation", "Examples"]
    found = list(root.glob("*.md")) + [
        page for folder in folders for page in (root / folder).rglob("*.md")
    ]
    return sorted(page for page in found if not {".build", ".venv"} & set(page.parts))


def slug(heading):
    """Returns the anchor that GitHub generates for a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text):
    """Returns a page's anchors. Repeated headings get a numeric suffix."""
    found = {}
    for heading in HEADING.findall(CODE.sub("", text)):
        anchor = slug(heading)
        count = found.get(anchor, 0)
        found[anchor] = count + 1
        if count:
            found[f"{anchor}-{count}"] = 1
    return set(found)


def links(text):
    """Yields the line and the target of each link."""
    blank = CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
    for match in LINK.finditer(blank):
        yield blank.count("\n", 0, match.start()) + 1, match[1]


def problems(root):
    known = {}
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        for line, target in links(text):
            if urllib.parse.urlsplit(target).scheme:
                continue
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            other = (page.parent / path).resolve() if path else page
            if not other.exists():
                yield f"{page.relative_to(root)}:{line}: error: no file at '{target}'"
            elif anchor and other.suffix == ".md":
                if other not in known:
                    known[other] = anchors(other.read_text(encoding="utf-8"))
                if anchor not in known[other]:
                    yield f"{page.relative_to(root)}:{line}: error: no heading at '{target}'"


if __name__ == "__main__":
    broken = list(problems(pathlib.Path(__file__).resolve().parent.parent))
    for problem in broken:
        print(problem, file=sys.stderr)
    sys.exit(1 if broken else 0)
