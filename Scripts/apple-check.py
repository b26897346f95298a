"""Compiles the branches for Apple platforms on Linux. Usage: apple-check.py [--test]

The conditions of `#if` are replaced with their values on macOS and on iOS in copies of the sources.
The copies are compiled against the stubs in Stubs/Apple, without generating code. Uses of Swift's own
modules are then compared with the package's oldest platforms. Results are stored in .build/apple-check:
a module is compiled again if its sources or its imports changed.

--test checks the script itself with the package in Fixtures/Apple.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

SCRIPTS = pathlib.Path(__file__).resolve().parent
STUBS = SCRIPTS / "Stubs" / "Apple"
FIXTURE = SCRIPTS / "Fixtures" / "Apple"
RESULTS = SCRIPTS.parent / ".build" / "apple-check"

SYSTEMS = {"macOS", "iOS", "tvOS", "watchOS", "visionOS", "Linux", "Android", "Windows", "WASI"}
# The modules that exist on no Apple platform, and those that exist on all platforms.
FOREIGN = {"Glibc", "Musl", "Android", "FoundationEssentials", "FoundationNetworking", "FoundationXML"}
COMMON = {"Dispatch", "Foundation"}
STUB_NAMES = sorted(path.name for path in STUBS.iterdir())
# The package's C libraries that exist on a platform: in its SDK or, for macOS, from Homebrew.
SDK = {"CTremaSQLite", "CTremaZlib"}
LIBRARIES = {"macOS": SDK | {"CLibXML2", "CTremaCurl", "CTremaSodium", "CTremaYAML"}, "iOS": SDK}

CONDITION = re.compile(r"^[ \t]*#(?:if|elseif)\b.*", re.M)
TERM = re.compile(r"\b(os|canImport|targetEnvironment)\((\w+)\)")
IMPORT = re.compile(r"^([ \t]*(?:@\w+ +)?(?:\w+ +)?import )(\w+)(?![\w.]| \w)", re.M)
C_TERM = re.compile(r"\bifdef (?:__linux__|__GLIBC__)$|defined\((?:__linux__|__GLIBC__)\)", re.M)
# The headers of the stub take precedence over those of Linux.
C_FLAGS = ["-I", str(STUBS / "Darwin" / "include"), "-Wno-macro-redefined"]
SWIFT_FLAGS = [
    *("-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "apple"),
    *("-package-description-version", "6.2", "-diagnostic-style", "llvm"),
]
WITHOUT_BODIES = ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
INDEX_FLAGS = ["-typecheck", "-index-store-path", "index", "-index-ignore-system-modules"]
# The modules whose declarations have availability, and the declarations that code uses implicitly.
DATED_MODULES = ["Swift", "_Concurrency", "_StringProcessing", "FoundationEssentials", "Foundation"]
IMPLICIT = re.compile(r"(Failure|&\*\(_:_:\)|next\(isolation:\)|(en|de)code(IfPresent)?\(.*\))$")


def run(*command, folder=None):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def read(path):
    return path.read_text(encoding="utf-8")


class Platform:
    """The targets of a package that exist on a platform."""

    def __init__(self, name, targets):
        self.name = name
        self.targets = targets
        self.names = [target for target in targets if self.exists(target)]

    def dependencies(self, name):
        for dependency in self.targets[name]["dependencies"]:
            target, *_, condition = next(iter(dependency.values()))
            if not condition or self.name.lower() in condition["platformNames"]:
                yield target

    def exists(self, name):
        kind = self.targets[name]["type"]
        if kind == "plugin":
            return self.name == "macOS"
        if kind == "system":
            return name in LIBRARIES[self.name]
        return all(map(self.exists, self.dependencies(name)))

    def closure(self, name):
        """The target and all that it can import. A plugin imports no targets."""
        is_plugin = self.targets[name]["type"] == "plugin"
        direct = [] if is_plugin else self.dependencies(name)
        return {name}.union(*map(self.closure, direct))

    def value(self, kind, name, module):
        """The value of a term of a condition in a module, or `None` if its name is unknown."""
        if kind == "os":
            return name == self.name if name in SYSTEMS else None
        if kind == "targetEnvironment":
            return False
        if name in self.targets:
            return name in self.closure(module)
        if name in FOREIGN:
            return False
        return True if name in COMMON or name in STUB_NAMES else None

    def rewrite(self, text, module, report):
        """Replaces the conditions and imports in a source. The lines and columns of code remain."""

        def condition(match):
            def term(match_of_term):
                value = self.value(match_of_term[1], match_of_term[2], module)
                if value is None:
                    position = match.start() + match_of_term.start()
                    line = text.count("\n", 0, position) + 1
                    column = position - text.rfind("\n", 0, position)
                    report(f"{line}:{column}: error: apple-check does not know '{match_of_term[0]}'")
                return str(bool(value)).lower()

            return TERM.sub(term, match[0])

        def imported(match):
            if match[2] in FOREIGN:
                return f"{match[1]}{match[2]}_is_not_on_{self.name}"
            return match[0] + (";import FoundationAdditions" if match[2] == "Foundation" else "")

        return IMPORT.sub(imported, CONDITION.sub(condition, text))


def rewrite_c(text):
    """Replaces the conditions in a C source."""
    return C_TERM.sub(lambda match: "if 0" if match[0].startswith("ifdef") else "0", text)


class Check:
    """The compilation of a package for all platforms."""

    def __init__(self, root):
        self.root = root
        self.problems = set()
        dump = run("swift", "package", "--package-path", str(root), "dump-package")
        if dump.returncode != 0:
            sys.exit(dump.stderr)
        package = json.loads(dump.stdout)
        self.targets = {
            target["name"]: target
            for target in package["targets"]
            if target["type"] != "test" and not (target.get("path") or "").startswith("Tests/")
        }
        packages = [target["pkgConfig"] for target in self.targets.values() if target.get("pkgConfig")]
        self.headers = run("pkg-config", "--cflags-only-I", *packages).stdout.split()
        info = json.loads(run("swiftc", "-print-target-info").stdout)
        self.resources = pathlib.Path(info["paths"]["runtimeResourcePath"])
        self.triple = info["target"]["triple"]
        digest = hashlib.sha256(json.dumps([info["compilerVersion"], C_FLAGS, SWIFT_FLAGS]).encode())
        for path in sorted(filter(pathlib.Path.is_file, STUBS.rglob("*"))):
            digest.update(bytes(path) + b"\0" + path.read_bytes())
        self.results = RESULTS / digest.hexdigest()[:16]
        # Results for other stubs or compilers, and those that were not used for a week.
        for old in RESULTS.glob("*"):
            if old != self.results:
                shutil.rmtree(old)
        for old in self.results.glob("*/complete"):
            if old.stat().st_mtime < time.time() - 7 * 86_400:
                shutil.rmtree(old.parent)
        self.newer = self.newer_symbols(
            {each["platformName"]: int(each["version"].split(".")[0]) for each in package["platforms"]})
        self.futures = {}
        self.lock = threading.Lock()
        # Most threads wait for the modules that they import.
        self.threads = concurrent.futures.ThreadPoolExecutor(1000)
        self.processes = threading.Semaphore(os.cpu_count() or 2)

    def check(self):
        """Compiles the targets that have conditions, and all on macOS. Returns the problems."""
        for name in LIBRARIES:
            platform = Platform(name, self.targets)
            targets = [target for target in platform.names if name == "macOS" or self.has_conditions(target)]
            list(self.threads.map(lambda target: self.result(platform, target), targets))
        return sorted(self.problems)

    def has_conditions(self, name):
        return any(
            C_TERM.search(text) if path.suffix != ".swift" else any(map(TERM.search, CONDITION.findall(text)))
            for path in self.files(name)
            for text in [read(path)]
        )

    def newer_symbols(self, oldest):
        """The symbols of Swift's modules that are newer than the oldest platforms, by identifier."""
        store = self.results / "symbols.json"
        if not store.exists():
            symbols = []
            with tempfile.TemporaryDirectory() as folder:
                for name in DATED_MODULES:
                    command = ["swift", "symbolgraph-extract", "-module-name", name, "-output-dir", folder]
                    run(*command, "-target", self.triple)
                for path in pathlib.Path(folder).glob("*.json"):
                    for symbol in json.loads(read(path))["symbols"]:
                        name = ".".join(symbol["pathComponents"])
                        for since in symbol.get("availability", []):
                            if since.get("domain") in LIBRARIES and "introduced" in since:
                                version = since["introduced"]["major"]
                                identifier = symbol["identifier"]["precise"]
                                symbols.append([identifier, name, since["domain"], version])
            self.results.mkdir(parents=True, exist_ok=True)
            store.write_text(json.dumps(symbols), encoding="utf-8")
        newer = {}
        for identifier, name, system, version in json.loads(read(store)):
            if version > oldest.get(system.lower(), version) and not IMPLICIT.search(name):
                versions = newer.setdefault(identifier.encode(), (name, []))[1]
                versions.append(f"{system} {version}")
        return newer

    def report_newer(self, name, texts, imports, folder):
        """Reports newer symbols in sources without conditions on the version of the system."""
        swift = [path for path in texts if path.endswith(".swift")]
        if swift and not (folder / "index").exists():
            with self.processes:
                result = run(*self.swiftc(name, imports), *INDEX_FLAGS, *swift, folder=folder)
            if result.returncode != 0:
                self.problems.add(result.stderr + result.stdout)
                shutil.rmtree(folder / "index", ignore_errors=True)
        names = {pathlib.Path(path).name: path for path in swift}
        for record in folder.glob("index/*/records/*/*"):
            path = names.get(record.name.rpartition("-")[0])
            if not path:
                continue
            for identifier in set(re.findall(rb"s:\w+", record.read_bytes())) & set(self.newer):
                symbol, versions = self.newer[identifier]
                label = re.search(r"(\w+)(\(\w+:?|)[^.]*$", symbol)
                word = label[2][1:] if label[1] == "init" else label[1]
                use = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", texts[path])
                if not use or "available(macOS" in texts[path]:
                    continue
                line = texts[path].count("\n", 0, use.start()) + 1
                column = use.start() - texts[path].rfind("\n", 0, use.start())
                place = f"{path}:{line}:{column}"
                self.problems.add(f"{place}: error: '{symbol}' requires {', '.join(sorted(versions))}\n")

    def files(self, name):
        target = self.targets[name]
        default = ("Plugins/" if target["type"] == "plugin" else "Sources/") + name
        folder = self.root / (target.get("path") or default)
        kinds = (".swift", ".c", ".h", ".modulemap")
        return sorted(path for path in folder.rglob("*") if path.suffix in kinds)

    def result(self, platform, name):
        """The folders of a module and of all that it imports. A module is compiled in its own thread."""
        with self.lock:
            if (platform, name) not in self.futures:
                work = (self.stub, name) if platform == "stub" else (self.module, platform, name)
                self.futures[platform, name] = self.threads.submit(*work)
        return self.futures[platform, name].result()

    def stub(self, name):
        files = sorted(filter(pathlib.Path.is_file, (STUBS / name).rglob("*")))
        texts = {str(path.relative_to(STUBS)): read(path) for path in files}
        names = set(re.findall(r"\bimport (\w+)", "".join(texts.values()))) & set(STUB_NAMES) - {name}
        imports = set().union(*(self.result("stub", other) for other in names))
        return imports | {self.compile(name, texts, imports, ["-suppress-warnings"])}

    def module(self, platform, name):
        imports = set().union(*(self.result("stub", stub) for stub in STUB_NAMES))
        for other in platform.closure(name) & set(platform.dependencies(name)):
            imports |= self.result(platform, other)
        texts = {}
        for path in self.files(name):
            place = str(path.relative_to(self.root))
            if path.suffix == ".swift":
                texts[place] = platform.rewrite(
                    read(path), name, lambda text, place=place: self.problems.add(f"{place}:{text}\n"))
            else:
                texts[place] = rewrite_c(read(path))
        options = ["-warnings-as-errors", *([] if self.has_conditions(name) else WITHOUT_BODIES)]
        folder = self.compile(name, texts, imports, options)
        if folder and platform.name == "macOS":
            self.report_newer(name, texts, imports, folder)
        return imports | {folder}

    def compile(self, name, texts, imports, options):
        """Compiles a module unless it is unchanged. Returns its folder, or `None` on failure."""
        if None in imports:
            return None
        content = json.dumps([name, texts, sorted(map(str, imports)), options])
        folder = self.results / hashlib.sha256(content.encode()).hexdigest()[:16]
        if (folder / "complete").exists():
            (folder / "complete").touch()
            return folder
        for path, text in texts.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        swift = [path for path in texts if path.endswith(".swift")]
        c = [path for path in texts if path.endswith(".c")]
        if not swift and not any(path.endswith(".modulemap") for path in texts):
            umbrella = folder / next(path for path in texts if path.endswith(".h"))
            (folder / "module.modulemap").write_text(
                f'module {name} {{ umbrella "{umbrella.parent}" export * }}\n', encoding="utf-8")
        # The sources are named as in the package, and so are the places of problems.
        if swift:
            command = self.swiftc(name, imports | {folder})
            command += ["-emit-module", "-emit-module-path", f"{name}.swiftmodule", *options, *swift]
        else:
            includes = sorted({f"-I{pathlib.Path(path).parent}" for path in texts if path.endswith(".h")})
            command = ["clang", "-fsyntax-only", "-Werror", *C_FLAGS, *includes, *self.headers, *c]
        if swift or c:
            with self.processes:
                result = run(*command, folder=folder)
            if result.returncode != 0:
                self.problems.add(result.stderr + result.stdout)
                shutil.rmtree(folder)
                return None
        (folder / "complete").touch()
        return folder

    def swiftc(self, name, imports):
        command = ["swiftc", *SWIFT_FLAGS, "-module-name", name]
        command += ["-module-cache-path", str(self.results / "clang")]
        command += ["-I", str(self.resources / "pm" / "PluginAPI")]
        for folder in sorted(map(str, imports)):
            command += ["-I", folder]
            for path in pathlib.Path(folder).rglob("module.modulemap"):
                command += ["-Xcc", f"-fmodule-map-file={path}"]
        for flag in [*C_FLAGS, *self.headers]:
            command += ["-Xcc", flag]
        return command


def places(problems):
    """The lines of problems that report an error."""
    return re.findall(r"^\S+?: error: .*", "".join(problems), re.M)


def test():
    """Compares the errors in the fixture with errors.txt."""
    found = sorted(set(places(Check(FIXTURE).check())))
    expected = read(FIXTURE / "errors.txt").splitlines()
    if found != expected:
        sys.exit("apple-check: found other errors in the fixture:\n" + "\n".join(found))


def main():
    if sys.argv[1:] == ["--test"]:
        return test()
    problems = Check(SCRIPTS.parent).check()
    print(*problems, sep="", end="", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
