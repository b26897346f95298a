"""Checks the language of comments in Swift. Usage: comments.py FOLDER... or comments.py --test

A summary, the first line of a doc comment, must be a noun phrase or begin with a verb. It must not be
a relative clause without an antecedent ("What waits"). Vague words ("nobody", "stands") are reported.
"""

import pathlib
import re
import sys

HEADLESS = re.compile(r"(what|who|whom|whose|whoever|whatever|those|of|by|where|wherever|as)\b", re.I)
VAGUE = re.compile(r"\b(stands?|stood|nobody|somebody|whoever|whatever)\b", re.I)
FIXTURES = pathlib.Path(__file__).parent / "Fixtures"


def findings(text):
    """Yields the line number and the message of each finding."""
    in_string = in_summary = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        is_comment = line.startswith("//") and not in_string
        if line.count('"""') % 2 == 1 and not is_comment:
            in_string = not in_string
        is_doc = is_comment and line.startswith("///")
        if is_doc and not in_summary and HEADLESS.match(line[3:].strip()):
            yield number, f"a summary begins with '{line[3:].split()[0]}': begin with a noun or a verb"
        in_summary = is_doc
        if is_comment and (word := VAGUE.search(re.sub(r"`[^`]*`", "", line))):
            yield number, f"'{word[0]}' in a comment: name the caller, the user or the place"


def test():
    """Compares the findings in each fixture with the lines marked in it."""
    for path in sorted(FIXTURES.glob("*.swift")):
        text = path.read_text(encoding="utf-8")
        found = [number for number, _ in findings(text)]
        expected = [
            number for number, line in enumerate(text.splitlines(), 1) if line.endswith("<- finding")
        ]
        if found != expected or not text:
            sys.exit(f"{path.name}: findings on lines {found}, expected {expected}")


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    count = 0
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*.swift")):
            if {".build", "Golden", "Stubs"} & set(path.parts):
                continue
            for number, message in findings(path.read_text(encoding="utf-8")):
                print(f"{path}:{number}: error: {message}", file=sys.stderr)
                count += 1
    sys.exit(1 if count else 0)


main()
