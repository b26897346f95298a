"""Prints the public suffix list as Swift data. Usage: public-suffixes.py public_suffix_list.dat

The format of the list: https://github.com/publicsuffix/list/wiki/Format. Rules are written like host
names in requests, with Punycode (RFC 3492) for labels that are not ASCII, and sorted bytewise.
"""

import re
import sys
import textwrap
import unicodedata

RULE = re.compile(rb"(\*\.|!)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def to_ascii(rule):
    labels = unicodedata.normalize("NFC", rule).lower().split(".")
    return b".".join(
        label.encode("ascii") if label.isascii() else b"xn--" + label.encode("punycode")
        for label in labels
    )


def main(path):
    rules = set()
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if not words or words[0].startswith("//"):
                continue
            rule = to_ascii(words[0])
            # The lookup supports wildcards only as the first label.
            if not RULE.fullmatch(rule):
                sys.exit(f"not a rule: {words[0]}")
            rules.add(rule)
    text = " ".join(rule.decode("ascii") for rule in sorted(rules))
    print("// Generated from the Public Suffix List (resources/publicsuffix) by")
    print("// Scripts/public-suffixes. Do not edit.")
    print("//")
    print("// This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0.")
    print("// If a copy of the MPL was not distributed with this file, You can obtain one at")
    print("// https://mozilla.org/MPL/2.0/.")
    print()
    print("extension PublicSuffixes {")
    print("  /// The rules, sorted bytewise and separated by spaces or line feeds.")
    print('  static let rules: StaticString = """')
    lines = textwrap.wrap(text, 96, break_long_words=False, break_on_hyphens=False)
    print("\n".join("    " + line for line in lines))
    print('    """')
    print("}")


main(sys.argv[1])
