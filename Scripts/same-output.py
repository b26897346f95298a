"""Compares all outputs of two builds of the command: python3 Scripts/same-output.py OLD NEW [COUNT]

Runs both builds of `trema` on every catalogue of the repository and COUNT (default 500) generated ones: all
formats, the compatibility modes, check, format, stats, diff and merge; on every configuration: check, merge
and the matrix. Compares files, standard output, standard error and exit statuses byte for byte. Prints the
first 50 differences, and exits with 1 if there are any.
"""

import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMATS = "strings,stringsdict,xcstrings,android,compose,swift,kotlin,json,properties,arb,compiled,po,xliff,csv,tsv,xlsx,twine"
LANGUAGES = ["de", "en", "fr", "it", "pt-BR", "zh-Hans", "ar", "de_CH"]
STATUSES = ["initial", "translated", "verified", "special", "undefined", "odd", None]
PIECES = [
    "Hallo", "Welt", " ", "  ", "\n", "\t", "%@", "%d", "%1$@", "%2$d", "%s", "%%", "%", "100 %", "%.2f", "%lld",
    "&amp;", "&lt;b&gt;", "&lt;", "&#228;", "&#x1F600;", "ä", "é", "日本", "😀", "\u0301", "'", "''", "&quot;", '"',
    "\\n", "\\t", "\\\\", "\\u00e4", "\\q", "{name}", "{0}", "{count, plural, one {# day} other {# days}}",
    "{n, plural, =0 {none} one {# item} few {# few} other {%d items}}", "{g, select, male {he} other {they}}",
    "{n, plural, one {broken", "<![CDATA[<b>bold</b>]]>", "<![CDATA[a]]>", "<!-- note -->", "…", "...", "http://a.b/c",
]
CONTEXTS = [
    None, "", "a title", "@param 1 userName the name", "@max 20", "@ignore edge-space wanted", "@translatable false",
    "first line\n      second line", "@array", "@ignore nothing-such x",
]


def catalogue(seed):
    """Returns a random catalogue in the formatting styles of various editors; some are invalid."""
    pick = random.Random(seed)
    # Every second catalogue contains no pieces that are errors in almost every text.
    pieces = PIECES if seed % 2 else [piece for piece in PIECES if not set(piece) & set("%{\\")]
    languages = pick.sample(LANGUAGES, pick.randint(1, 5))
    quote = pick.choice("\"'")
    indent = pick.choice(["  ", "\t", "", "    "])
    end = pick.choice(["\n", "\n", "\r\n"])
    lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] if pick.random() < 0.8 else []
    if pick.random() < 0.05:
        lines.append("<!DOCTYPE trema [<!ENTITY x \"y\">]>")
    lines.append(f"<trema xmlns={quote}http://group.nca/trema{quote} masterLang={quote}{languages[0]}{quote}>")
    # One catalogue in twenty has more texts than are read in one batch.
    for number in range(pick.randint(0, 40) if seed % 20 else 1500):
        key = pick.choice(["login.title", "app_name", "a", "Key With Space", "class", "ÄÖ", "x-y"]) + (
            str(number) if pick.random() < 0.995 else "")
        lines.append(f"{indent}<text key={quote}{key}{quote}>")
        context = pick.choice(CONTEXTS)
        if context is not None:
            lines.append(f"{indent * 2}<context>{context}</context>" if context else f"{indent * 2}<context/>")
        for language in languages:
            if pick.random() < 0.1:
                continue
            status = pick.choice(STATUSES)
            attribute = f" status={quote}{status}{quote}" if status else ""
            value = "".join(pick.choice(pieces) for _ in range(pick.randint(0, 6)))
            if pick.random() < 0.5:
                value = pick.choice(["Anmelden", "Guten Tag, %@", "%d Tage", "Log in", "a long plain text " * 6])
            lines.append(f"{indent * 2}<value lang={quote}{language}{quote}{attribute}>{value}</value>")
        lines.append(f"{indent}</text>")
    lines.append("</trema>" if pick.random() < 0.97 else "</trem>")
    return end.join(lines + [""]).encode()


def runs(catalogues, configurations):
    """Yields the name and the arguments of each case; a path after "<" is standard input."""
    for name, path, other in catalogues:
        yield name, ["convert", path, "-o", "out", "--format", FORMATS, "--keep-going"]
        yield name, ["convert", path, "-o", "out", "--format", "strings,android,json,swift", "--nest", ".",
                     "--json-style", "i18next", "--fallback", "master", "--raw-backslash", "--keep-going"]
        yield name, ["convert", path, "-o", "out", "--format", "strings,swift", "--compat", "girders", "--keep-going"]
        yield name, ["convert", path, "-o", "out", "--format", "android,json,properties", "--compat", "trema-core",
                     "--keep-going"]
        for report in ("text", "json", "sarif"):
            yield name, ["check", path, "--report", report]
        yield name, ["format", "-", "<", path]
        yield name, ["stats", path, "--format", "json"]
        if other:
            yield name, ["diff", path, other]
            yield name, ["merge", path, other, path, "-o", "-"]
    for folder in configurations:
        yield folder, ["config", "check", folder]
        yield folder, ["config", "merge", folder, "--environment", "staging"]
        yield folder, ["config", "check", folder, "--matrix", "--format", "json"]


def outcome(command, arguments):
    source = Path(arguments[-1]).read_bytes() if "<" in arguments else b""
    arguments = arguments[:-2] if "<" in arguments else arguments
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([command, *arguments], cwd=folder, input=source, capture_output=True, check=False)
        files = {str(path.relative_to(folder)): path.read_bytes()
                 for path in sorted(Path(folder).rglob("*")) if path.is_file()}
        return run.returncode, run.stdout, run.stderr, files


def compare(old, new, case):
    name, arguments = case
    before, after = outcome(old, arguments), outcome(new, arguments)
    if before == after:
        return None
    parts = [part for part, a, b in zip(["exit status", "stdout", "stderr"], before, after) if a != b]
    parts += sorted(file for file in before[3].keys() | after[3].keys() if before[3].get(file) != after[3].get(file))
    return f"{name}: trema {' '.join(arguments)}: {', '.join(parts)} differ"


def main():
    old, new = (str(Path(path).resolve()) for path in sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    with tempfile.TemporaryDirectory() as folder:
        own = sorted(path for pattern in ("*.trm", "*.xml") for top in ("resources", "Tests", "Examples")
                     for path in (ROOT / top).rglob(pattern)
                     if ".build" not in path.parts and b"<trema" in path.read_bytes()[:4096])
        generated = []
        for seed in range(count):
            path = Path(folder) / f"generated-{seed}.trm"
            path.write_bytes(catalogue(seed))
            generated.append(path)
        paths = own + generated
        cases = [(path.name, str(path), str(paths[index - 1])) for index, path in enumerate(paths)]
        configurations = sorted({str(path.parent) for top in ("resources", "Examples", "Tests")
                                 for path in (ROOT / top).rglob("Configuration.plist")
                                 if ".build" not in path.parts})
        work = list(runs(cases, configurations))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            differences = [text for text in pool.map(lambda case: compare(old, new, case), work) if text]
    for text in differences[:50]:
        print(text)
    print(f"{len(work)} runs on {len(paths)} catalogues and {len(configurations)} configurations, "
          f"{len(differences)} differ")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
