"""Prints Documentation/Diagnostics.md: each code with its messages, hints and page. Usage: diagnostics.py

Messages are read from the sources: the string literals of each call with a code, or a rule, among its
arguments. Interpolated values are replaced with `…`.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ["ConfigKit", "Toolchain", "trema", "Runtime/TremaConfigValues", "Runtime/TremaJSON"]
PAGES = ["Documentation/Checks.md", "Documentation/Configuration/Checks.md"]
CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def string(text, start):
    """Returns the text of the literal that begins at `start`, with `…` for values, and its end index."""
    if text.startswith('"""', start):
        end = text.index('"""', start + 3)
        body = re.sub(r"\\\n\s*", "", text[start + 3 : end])
        return " ".join(value(body).split()), end + 3
    index = start + 1
    while text[index] != '"':
        if text.startswith("\\(", index):
            index = interpolation(text, index)
        else:
            index += 2 if text[index] == "\\" else 1
    return value(text[start + 1 : index]), index + 1


def interpolation(text, index):
    """Returns the index after an interpolation, which may contain string literals."""
    depth = 0
    index += 1
    while True:
        if text[index] == '"':
            index = string(text, index)[1]
            continue
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            return index


def value(body):
    parts, index = "", 0
    while index < len(body):
        if body.startswith("\\(", index):
            index = interpolation(body, index)
            parts += "…"
        elif body[index] == "\\":
            parts += {"n": " ", '"': '"', "\\": "\\"}.get(body[index + 1], body[index + 1])
            index += 2
        else:
            parts += body[index]
            index += 1
    return parts


def calls(text):
    """Yields the arguments of each call as a list of (label, literals, other words)."""
    open_calls, index = [], 0
    while index < len(text):
        if text.startswith("//", index):
            index = text.find("\n", index) % (len(text) + 1)
            continue
        character = text[index]
        if character == '"':
            literal, index = string(text, index)
            if open_calls:
                open_calls[-1][-1][1].append(literal)
            continue
        if character == "(":
            open_calls.append([["", [], ""]])
        elif character == ")" and open_calls:
            yield open_calls.pop()
        elif open_calls and character == ",":
            open_calls[-1].append(["", [], ""])
        elif open_calls:
            argument = open_calls[-1][-1]
            if character == ":" and not argument[0] and re.fullmatch(r"\s*\w+", argument[2]):
                argument[0], argument[2] = argument[2].strip(), ""
            else:
                argument[2] += character
        index += 1


def rules(text):
    """Returns the codes of the rules declared in a file, by the names of their constants."""
    found = re.findall(r"let (\w+)(?::\s*\w+)? = (?:\w*Rule)\(\s*\.\w+,\s*\"([a-z0-9-]+)\"", text)
    return dict(found)


def diagnostics():
    codes = set()
    for page in PAGES:
        codes |= set(re.findall(r"^### `([a-z0-9-]+)`", (ROOT / page).read_text(), re.M))
    for page in sorted((ROOT / "Documentation").rglob("*.md")):
        codes |= {
            code for code in re.findall(r"^\| `([a-z]+(?:-[a-z0-9]+)+)`", page.read_text(), re.M)
        }
    for folder in SOURCES:
        for path in sorted((ROOT / "Sources" / folder).rglob("*.swift")):
            if "+Data" in path.name or path.name == "Metaschema+Texts.swift":
                continue
            text = path.read_text(encoding="utf-8")
            names = rules(text)
            for arguments in calls(text):
                code, messages, hints = "", [], []
                for label, literals, words in arguments:
                    rule = re.search(r"\b(?:Self|\w+Check)\.(\w+)", words)
                    if not code and len(literals) == 1 and literals[0] in codes:
                        code = literals[0]
                    elif not code and rule and rule[1] in names:
                        code = names[rule[1]]
                    elif label == "hint":
                        hints += literals
                    elif code and label in ("", "message", "words") and not messages:
                        messages = [(" / " if "?" in words else "").join(literals)]
                if code and messages and re.search(r"[a-z]{3}", messages[0]) and not CODE.fullmatch(messages[0]) and "why" not in {
                    argument[0] for argument in arguments
                }:
                    yield code, "".join(messages).strip(), " / ".join(hints).strip()


def page(code, texts):
    for path, text in texts.items():
        if f"### `{code}`" in text:
            return f"[{path.stem}]({path.relative_to(ROOT / 'Documentation')}#{code})"
    for path, text in texts.items():
        if f"| `{code}`" in text or f", `{code}`" in text:
            return f"[{path.stem}]({path.relative_to(ROOT / 'Documentation')})"
    return ""


def cell(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def main():
    paths = [ROOT / name for name in PAGES]
    paths += sorted(path for path in (ROOT / "Documentation").rglob("*.md") if path not in paths)
    texts = {path: path.read_text() for path in paths if path.name not in ("Diagnostics.md", "Command.md")}
    print("# Diagnostics\n")
    print("Generated by `make docs` from the sources; do not edit. `…` is a value.\n")
    print("| code | message | hint | page |\n|---|---|---|---|")
    for code, message, hint in sorted(set(diagnostics())):
        print(f"| `{code}` | {cell(message)} | {cell(hint)} | {page(code, texts)} |")


main()
