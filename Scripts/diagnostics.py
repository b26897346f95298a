"""Prints Documentation/Diagnostics.md: each code with its messages, hints and page.

Messages are read from the sources: the string literals of each call with a code, or a rule, among its
arguments. Hints are the literals of the argument `hint`, of the variable or function of the same file
that it names, or of a later assignment to the diagnostic; others are `(computed)`. Alternatives are
separated by slashes. Interpolated values are replaced with `…`.
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
    return re.sub("…+", "…", parts)


def calls(text):
    """Yields the start and the arguments of each call as (label, literals, template), and its end.

    The template is the source of the argument with NUL in place of each literal, without nested calls.
    """
    open_calls, index = [], 0
    while index < len(text):
        if text.startswith("//", index):
            index = text.find("\n", index) % (len(text) + 1)
            continue
        character = text[index]
        if character == '"':
            literal, index = string(text, index)
            if open_calls:
                open_calls[-1][1][-1][1].append(literal)
                open_calls[-1][1][-1][2] += "\0"
            continue
        if character == "(":
            open_calls.append((index, [["", [], ""]]))
        elif character == ")" and open_calls:
            start, arguments = open_calls.pop()
            group = re.search(r"([?:+])\s*$", text[max(0, start - 40) : start])
            if group and open_calls and len(arguments) == 1:
                # Parentheses around an expression, which is a value if it is an optional part.
                _, literals, template = arguments[0]
                if group[1] == "+" and "?" in template:
                    literals, template = [], "value"
                open_calls[-1][1][-1][1].extend(literals)
                open_calls[-1][1][-1][2] += template
            else:
                yield start, arguments, index
        elif open_calls and character == ",":
            open_calls[-1][1].append(["", [], ""])
        elif open_calls:
            argument = open_calls[-1][1][-1]
            if character == ":" and not argument[0] and re.fullmatch(r"\s*\w+", argument[2]):
                argument[0], argument[2] = argument[2].strip(), ""
            else:
                argument[2] += character
        index += 1


def alternatives(literals, template):
    """Returns the strings in an expression: literals joined with `+` are one string."""
    found = []
    *before, after = template.split("\0")
    for literal, part in zip(literals, before):
        between = re.fullmatch(r"\s*\+(?:([^?:{}]+)\+)?\s*", part)
        if found and between:
            found[-1] += ("…" if between[1] else "") + literal
        else:
            found.append(("…" if re.search(r"\w\s*\+\s*$", part) else "") + literal)
    if found and re.match(r"\s*\+\s*\w", after):
        found[-1] += "…"
    return found


def statement(text, start):
    """Returns the statement or declaration at an index: its line and the lines indented deeper."""
    lines = text[text.rfind("\n", 0, start) + 1 :].split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = 1
    while end < len(lines) and (
        not lines[end].strip()
        or len(lines[end]) - len(lines[end].lstrip()) > indent
        or re.fullmatch(r"\s*\).*\{", lines[end])
    ):
        end += 1
    return "\n".join(lines[:end])


def prose(source):
    """Returns the strings in a statement or declaration that are sentences rather than names."""
    literals, template, index = [], "", 0
    while index < len(source):
        if source.startswith("//", index):
            index = source.find("\n", index) % (len(source) + 1)
        elif source[index] == '"':
            literal, index = string(source, index)
            literals.append(literal)
            template += "\0"
        else:
            template += source[index]
            index += 1
    return [text for text in alternatives(literals, template) if re.search(r"[a-z]{2}.* ", text)]


def hints(argument, text, start):
    """Returns a hint's strings: its literals, or the literals of the constant or function that it names."""
    if argument[1]:
        return alternatives(argument[1], argument[2])
    name = re.search(r"(\w+)\s*$", argument[2])
    if not name or name[1] == "nil":
        return []
    body = text.rfind("\n\n", 0, start)
    for pattern, region in (
        (rf"\b{name[1]}(?:: [^=\n]+)? =(?!=)", (max(body, 0), start)),
        (rf"\b(?:let|var|func) {name[1]}\b", (0, len(text))),
    ):
        found = [
            words
            for match in re.compile(pattern).finditer(text, *region)
            for words in prose(statement(text, match.start()))
        ]
        if found:
            return found
    return ["(computed)"]


def later_hints(text, start, end):
    """Returns the hints that are assigned to the variable of a diagnostic after its creation."""
    variable = re.search(r"\bvar (\w+) =\s*[\w.]*$", text[:start][-200:])
    if not variable:
        return []
    body = text[end : text.find("\n\n", end)]
    return [
        words
        for match in re.finditer(rf"\b{variable[1]}\.hint = ", body)
        for words in prose(statement(body, match.start())) or ["(computed)"]
    ]


def name_elements(text, start, arguments):
    """Names the elements of a tuple that is assigned as a whole: `let (code, hint) = …`."""
    names = re.findall(r"\blet \(([\w, ]+)\) =", text[:start][-1500:])
    names = names[-1].split(", ") if names else []
    if len(names) == len(arguments) and "code" in names:
        for argument, name in zip(arguments, names):
            argument[0] = name
        if "message" not in names:
            later = re.compile(r"\bDiagnostic\(\s*\.\w+, code, (?=\")").search(text, start)
            if later:
                arguments.append(["message", [string(text, later.end())[0]], "\0"])


def rules(text):
    """Returns the codes of the rules declared in a file, keyed by constant name."""
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
            for start, arguments, end in calls(text):
                if not re.search(r"\w\s*$", text[:start][-9:]):
                    name_elements(text, start, arguments)
                code, rule_code, message, found = "", "", "", None
                for argument in arguments:
                    label, literals, template = argument
                    rule = re.search(r"\b(?:Self|\w+Check)\.(\w+)", template)
                    if not code and len(literals) == 1 and literals[0] in codes:
                        code = literals[0]
                    elif not code and rule and rule[1] in names:
                        code = rule_code = names[rule[1]]
                    elif label == "hint":
                        found = (found or []) + hints(argument, text, start)
                    elif code and label in ("", "message", "words"):
                        if not message:
                            message = " / ".join(alternatives(literals, template)).strip()
                            # The argument after a literal code is the message, even a variable.
                            message = message or ("" if rule_code else "…")
                        elif not label and found is None and " " in "".join(literals):
                            found = alternatives(literals, template)
                is_rule = "why" in {argument[0] for argument in arguments}
                is_known = re.search(r"[a-z]{3}", message) or "'…': " in message
                if code and is_known and not CODE.fullmatch(message) and not is_rule:
                    found = (found or []) + later_hints(text, start, end)
                    yield code, message, " / ".join(dict.fromkeys(found)).strip()


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
