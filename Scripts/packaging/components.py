#!/usr/bin/env python3
"""Lists the libraries of the command: their licence notices, and a software bill of materials (CycloneDX 1.6).

    components.py EXECUTABLE STRIPPED VERSION NOTICES SBOM

Libraries that are linked statically are in EXECUTABLE.archives, which the linker writes (Scripts/build-release).
Libraries that are loaded are in the executable. Their versions and licences are those of the Debian packages and
of the Swift toolchain.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Licences by Debian source package; the sources that are named by a version have it as suffix.
LICENCES = {
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libxml2": "MIT",
    "libyaml": "MIT",
    "zlib": "Zlib",
}
# Loaded by name on first use, so the executable does not list it.
LOADED_ON_USE = ["libxml2.so.2"]
# Files in the executable or beside it that come from others: name, version, licence, file of the licence.
DATA = [
    ("Unicode CLDR plural rules", "resources/cldr/README.md", "Unicode-3.0", "resources/cldr/LICENSE"),
    ("trema-1.0.xsd", None, "MIT", "resources/schema/LICENSE"),
]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Component:
    def __init__(self, name, version, licence, purl, linkage, notice):
        self.name, self.version, self.licence, self.purl = name, version, licence, purl
        self.linkage, self.notice = linkage, notice

    def as_json(self):
        component = {"type": "library", "bom-ref": self.purl or self.name, "name": self.name}
        if self.version:
            component["version"] = self.version
        component["scope"] = "optional" if self.linkage == "loaded on first use" else "required"
        # An expression and an identifier have different places.
        is_expression = " " in self.licence
        component["licenses"] = [
            {"expression": self.licence} if is_expression else {"license": {"id": self.licence}}
        ]
        if self.purl:
            component["purl"] = self.purl
        component["properties"] = [{"name": "trema:linkage", "value": self.linkage}]
        return component


def swift(linkage):
    compiler = pathlib.Path(shutil.which("swiftc")).resolve()
    version = re.search(r"Swift version (\S+)", output("swiftc", "--version"))[1]
    notice = (compiler.parents[1] / "share/swift/LICENSE.txt").read_text()
    return Component(
        "Swift standard library", version, "Apache-2.0 WITH Swift-exception",
        f"pkg:github/swiftlang/swift@swift-{version}-RELEASE", linkage, notice)


def debian(path, linkage):
    """Returns the component of a file that belongs to a Debian package."""
    # The package may know the file by its name from before /lib became a link to /usr/lib.
    names = [os.path.realpath(path)]
    names.append(names[0].removeprefix("/usr") if names[0].startswith("/usr/") else "/usr" + names[0])
    for name in names:
        run = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
        if run.returncode == 0:
            package = run.stdout.rsplit(": ", 1)[0]
            break
    else:
        sys.exit(f"package: '{path}' belongs to no Debian package: install the library with apt-get")
    form = "${binary:Package}\t${Version}\t${source:Package}\t${Architecture}\n"
    _, version, source, architecture = output("dpkg-query", "--show", f"--showformat={form}", package).strip().split("\t")
    plain = package.split(":")[0]
    licence = LICENCES.get(re.sub(r"-\d+$", "", source))
    if licence is None:
        sys.exit(f"package: the licence of '{source}' is unknown: add it to LICENCES in Scripts/packaging/components.py")
    notice = pathlib.Path(f"/usr/share/doc/{plain}/copyright").read_text(errors="replace")
    return Component(
        plain, version, licence, f"pkg:deb/debian/{plain}@{version.replace('+', '%2B')}?arch={architecture}", linkage, notice)


def components(executable):
    toolchain = str(pathlib.Path(shutil.which("swiftc")).resolve().parents[1])
    found = {}

    def add(path, linkage):
        inside = os.path.realpath(path).startswith(toolchain)
        component = swift(linkage) if inside else debian(path, linkage)
        found.setdefault(component.name, component)

    archives = pathlib.Path(executable + ".archives")
    if archives.exists():
        for line in archives.read_text().splitlines()[1:]:
            members, extracted, path = line.split("\t")[:3]
            # glibc has empty archives for functions that have moved into libc.
            if extracted != "0":
                add(path, "static")
    for name, path in re.findall(r"(\S+) => (/\S+)", output("ldd", executable)):
        add(path, "loaded")
    cache = output("/sbin/ldconfig", "-p")
    for name in LOADED_ON_USE:
        path = re.search(rf"\t{re.escape(name)} .*=> (\S+)", cache)
        if path is None:
            sys.exit(f"package: '{name}' is missing: run Scripts/setup")
        add(path[1], "loaded on first use")
    for name, page, licence, notice in DATA:
        version = page and re.search(r"\b(\d+(\.\d+)*)\b", (ROOT / page).read_text())
        found[name] = Component(
            name, version and version[1], licence, None, "data", (ROOT / notice).read_text())
    return [found[name] for name in sorted(found)]


def notices(parts):
    """Returns the licence notices of everything that the packages contain."""
    rule = "=" * 78
    texts = [
        "Trema is published under the Apache License 2.0. The command contains the following\n"
        "components of others, under these licences.\n"
    ]
    for part in parts:
        if part.linkage in ("static", "data"):
            texts.append(f"{rule}\n{part.name} {part.version or ''}".rstrip() + f"\n{part.licence}\n{rule}\n\n{part.notice.strip()}\n")
    return "\n".join(texts)


def sbom(parts, stripped, version):
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    digest = hashlib.sha256(pathlib.Path(stripped).read_bytes()).hexdigest()
    reference = f"trema@{version}"
    parts = [part.as_json() for part in parts]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        # Derived from the content, so that it does not change when the packages are made again.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, os.environ['COMMIT'] + digest)}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": reference, "name": "trema", "version": version,
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
            "properties": [{"name": "trema:commit", "value": os.environ["COMMIT"]}],
        },
        "components": parts,
        "dependencies": [
            {"ref": reference, "dependsOn": [part["bom-ref"] for part in parts]},
            *({"ref": part["bom-ref"]} for part in parts),
        ],
    }


if __name__ == "__main__":
    executable, stripped, version, notices_file, sbom_file = sys.argv[1:]
    parts = components(executable)
    pathlib.Path(notices_file).write_text(notices(parts))
    pathlib.Path(sbom_file).write_text(json.dumps(sbom(parts, stripped, version), indent=2) + "\n")
