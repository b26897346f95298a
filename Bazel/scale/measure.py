#!/usr/bin/env python3
"""Measures builds of a workspace that generate.py made.

usage: measure.py FOLDER TREMA OUTPUT [OPTION...]

TREMA is the folder of the command, and OUTPUT a folder for Bazel's outputs and its cache on disk. The
options are passed to each build. Prints the processor seconds of the server and of all actions, the
elapsed seconds, and what Bazel says about the build.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

FOLDER, TREMA, OUTPUT = (pathlib.Path(name).resolve() for name in sys.argv[1:4])
OPTIONS = sys.argv[4:]
STARTUP = ["--nohome_rc", f"--output_user_root={OUTPUT}/root", "--host_jvm_args=-Xmx4g"]
BUILD = ["--color=no", "--curses=no", "--noshow_progress", "--nosandbox_debug", f"--disk_cache={OUTPUT}/cache"]


def bazel(*words: str) -> str:
    """Runs Bazel and returns its output."""
    environment = dict(os.environ, PATH=f"{TREMA}:{os.environ['PATH']}")
    run = subprocess.run(
        ["bazel", *STARTUP, *words], cwd=FOLDER, env=environment, check=False, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    if run.returncode:
        sys.exit(run.stdout[-4000:])
    return run.stdout


def processor_time() -> float:
    """Returns the processor time in seconds of the server and of the processes that it has started."""
    process = re.search(r"^\d+$", bazel("info", "server_pid"), re.MULTILINE)[0]
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def measure(title: str, *words: str) -> None:
    """Runs a build and prints what it took."""
    before, start = processor_time(), time.monotonic()
    output = bazel(*words, *BUILD, *OPTIONS, "//...")
    elapsed = time.monotonic() - start
    facts = re.findall(r"Critical Path: [\d.]+s|\d+ process(?:es)?: .*(?=\.)", output)
    print(f"{title}: {processor_time() - before:.1f} s CPU, {elapsed:.1f} s; {'; '.join(facts)}", flush=True)


def size(folder: pathlib.Path) -> str:
    """Returns the number of files in a folder, their bytes, and the bytes that they occupy."""
    files = [entry.stat() for entry in folder.rglob("*") if entry.is_file() and not entry.is_symlink()]
    return (f"{len(files)} files, {sum(file.st_size for file in files) / 1e6:.1f} MB, "
            f"{sum(file.st_blocks for file in files) * 512 / 1e6:.1f} MB on disk")


def main() -> None:
    """Measures a first build, builds without and with a change, and one that only uses the cache."""
    bazel("shutdown")
    measure("load and analyse", "build", "--nobuild")
    measure("first build", "build")
    measure("no change", "build")
    measure("no change again", "build")
    heap = re.search(r"used-heap-size-after-gc: \S+|^\d+MB", bazel("info", "used-heap-size-after-gc"), re.MULTILINE)[0]
    print(f"heap: {heap}")
    catalogue = next(FOLDER.rglob("Texts.trm"))
    text = catalogue.read_text()
    catalogue.write_text(text.replace("text 0 in de", f"text 0 in German {time.time()}"))
    measure("a changed text", "build")
    catalogue.write_text(text)
    measure("changed back, from the cache", "build")
    bazel("shutdown")
    measure("no change, new server", "build")
    bazel("clean")
    measure("clean, all from the cache", "build")
    print(f"cache: {size(OUTPUT / 'cache')}")
    bazel("shutdown")


main()
