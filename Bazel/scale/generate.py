#!/usr/bin/env python3
"""Generates a Bazel workspace with many catalogues, to measure how builds grow.

usage: generate.py FOLDER CATALOGUES [--languages N] [--texts N]

Each catalogue is in a folder of its own, with a target for Android's resources and accessors. The
same arguments give the same bytes. An existing workspace is extended: files that are unchanged are
not written.
"""

import argparse
import os
import pathlib

LANGUAGES = [
    "en", "de", "fr", "it", "es", "pt-BR", "pt-PT", "nl", "da", "nb", "sv", "fi", "pl", "cs", "hu", "el", "tr", "ja",
    "ko", "zh-Hans",
]

RULES = pathlib.Path(__file__).resolve().parent.parent

WORKSPACE = """workspace(name = "scale")

local_repository(
    name = "rules_trema",
    path = "{rules}",
)

load("@rules_trema//:defs.bzl", "trema_prebuilt")

trema_prebuilt(name = "trema")

register_toolchains("@trema//:toolchain")
"""

BUILD = """load("@rules_trema//:defs.bzl", "trema_catalogue", "trema_resources")

trema_catalogue(
    name = "texts",
    srcs = ["Texts.trm"],
    languages = {languages},
)

trema_resources(
    name = "android",
    catalogue = ":texts",
    formats = [
        "android",
        "kotlin",
    ],
    kotlin_package = "com.example.{name}",
)
"""


def catalogue(number: int, texts: int, languages: list[str]) -> str:
    """Returns the catalogue with a number."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<trema masterLang="en">']
    for text in range(texts):
        lines.append(f'  <text key="feature{number}.text{text}">')
        lines.append(f"    <context>Text {text} of the feature {number}</context>")
        for language in languages:
            value = f"Feature {number}, text {text} in {language}"
            lines.append(f'    <value lang="{language}" status="translated">{value}</value>')
        lines.append("  </text>")
    lines.append("</trema>\n")
    return "\n".join(lines)


def write(path: pathlib.Path, text: str) -> None:
    """Writes a file if its contents differ."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main() -> None:
    """Generates the workspace that the arguments describe."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("catalogues", type=int)
    parser.add_argument("--languages", type=int, default=len(LANGUAGES))
    parser.add_argument("--texts", type=int, default=10)
    arguments = parser.parse_args()
    languages = LANGUAGES[: arguments.languages]
    spelled = "[" + ", ".join(f'"{language}"' for language in languages) + "]"
    write(arguments.folder / "WORKSPACE", WORKSPACE.format(rules=os.path.relpath(RULES, arguments.folder.resolve())))
    for number in range(arguments.catalogues):
        name = f"feature{number}"
        folder = arguments.folder / "features" / f"{number // 100:03}" / name
        write(folder / "Texts.trm", catalogue(number, arguments.texts, languages))
        write(folder / "BUILD.bazel", BUILD.format(languages=spelled, name=name))


main()
