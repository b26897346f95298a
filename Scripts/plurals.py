"""Prints the plural rules of CLDR as Swift data. Usage: plurals.py FOLDER (with CLDR's JSON files).

Sources/Runtime/TremaMessages/PluralRule.swift reads the data and documents its encoding. The grammar of
the rules is defined in UTS #35 part 3, "Plural rules syntax".
"""

import json
import re
import sys
import textwrap

CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
OPERANDS = ["n", "i", "v", "w", "f", "t", "e"]
NEGATED, ALTERNATIVE = 8, 16
# Java, and therefore Android, uses the ISO 639:1988 codes of these languages; CLDR only has the new ones.
OLD_CODES = {"iw": "he", "in": "id", "ji": "yi"}
RELATION = re.compile(r"([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)")


def read(folder, name):
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        return json.load(file)["supplemental"]


def parse(condition):
    """Returns the relations (operand, modulus or 0, negated, ranges) in disjunctive normal form."""
    return [[relation(part) for part in parts.split(" and ")] for parts in condition.split(" or ")]


def relation(text):
    match = RELATION.fullmatch(text)
    if not match:
        sys.exit(f"not a relation: {text}")
    operand, modulus, sign, values = match.groups()
    ranges = []
    for ends in sorted([int(end) for end in part.split("..")] for part in values.split(",")):
        if ranges and ends[0] == ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], ends[-1]
        else:
            ranges.append((ends[0], ends[-1]))
    modulus = int(modulus or 0)
    # PluralOperands keeps only the last digits of numbers above 64 bits.
    if modulus and not re.fullmatch("10+", str(modulus)):
        sys.exit(f"the modulus is not a power of ten: {text}")
    return operand.replace("c", "e"), modulus, sign == "!=", ranges


def rule_set(locale):
    """Returns (category, condition) pairs in the order of CATEGORIES; `other` has an empty condition."""
    rules = {key.removeprefix("pluralRule-count-"): text for key, text in locale.items()}
    if rules.keys() - CATEGORIES or "other" not in rules:
        sys.exit(f"unknown categories: {list(rules)}")
    conditions = {name: text.split("@")[0].strip() for name, text in rules.items()}
    return tuple((name, conditions[name]) for name in CATEGORIES if name in conditions)


def whole_numbers(rules):
    """Returns for each category 0 if no integer has it, 1 if more than one has it, 2 + n if only n has it.

    Above the largest number that is compared without a modulus, the categories repeat with the largest
    modulus, because all moduli are powers of ten. One further period is therefore sufficient.
    """

    def python(condition):
        return " or ".join(
            "(" + " and ".join(map(python_relation, parts)) + ")" for parts in parse(condition)
        )

    def python_relation(parsed):
        operand, modulus, negated, ranges = parsed
        value = ("n" if operand in "ni" else "0") + (f" % {modulus}" if modulus else "")
        return f"{'not ' * negated}({' or '.join(f'{a} <= {value} <= {b}' for a, b in ranges)})"

    relations = [r for _, text in rules if text for parts in parse(text) for r in parts]
    last = max([b for _, modulus, _, ranges in relations if not modulus for _, b in ranges] + [0])
    period = max([modulus for _, modulus, _, _ in relations] + [1])
    body = "".join(f"{index} if {python(text)} else " for index, (_, text) in enumerate(rules[:-1]))
    category = eval(f"lambda n: {body}{len(rules) - 1}")
    found = [[] for _ in rules]
    for n in range(last + period + 1):
        numbers = found[category(n)]
        if len(numbers) < 2:
            numbers.append(n)
            if all(len(numbers) == 2 for numbers in found):
                break
    return [
        0 if not numbers else 2 + numbers[0] if len(numbers) == 1 and numbers[0] <= last else 1
        for numbers in found
    ]


def words(name, condition, whole):
    """Encodes one rule as a list of numbers."""
    alternatives = parse(condition) if condition else []
    numbers = [CATEGORIES.index(name), whole, sum(map(len, alternatives))]
    for index, parts in enumerate(alternatives):
        for position, (operand, modulus, negated, ranges) in enumerate(parts):
            opens = ALTERNATIVE if index and not position else 0
            head = OPERANDS.index(operand) + (NEGATED if negated else 0) + opens
            numbers += [head, modulus, len(ranges), *(end for ends in ranges for end in ends)]
    return numbers


def comment(text):
    return textwrap.wrap(text, 100, initial_indent="    // ", subsequent_indent="    //   ")


def main(folder):
    if read(folder, "parentLocales")["parentLocales"]["plurals"]:
        sys.exit("a locale has its own parent for plurals, which the lookup does not support")
    cardinals = read(folder, "plurals")
    version = cardinals["version"]["_cldrVersion"]
    kinds = [cardinals["plurals-type-cardinal"], read(folder, "ordinals")["plurals-type-ordinal"]]
    kinds = [{name: rule_set(locale) for name, locale in kind.items()} for kind in kinds]
    root = (("other", ""),)

    def rules(language, kind):
        while language not in kind:
            if "-" not in language:
                return root
            language = language.rpartition("-")[0]
        return kind[language]

    languages = {name: name for kind in kinds for name in kind} | OLD_CODES
    table = {old: [rules(new, kind) for kind in kinds] for old, new in languages.items()}

    starts, lines, position, known = {}, [], 0, {}
    for rules_ in [root, *sorted({rules for pair in table.values() for rules in pair} - {root})]:
        wholes = whole_numbers(rules_)
        encoded = [words(*rule, whole) for rule, whole in zip(rules_, wholes)]
        # Two locales can have equivalent rules with different spelling: i = 0,1 and i = 0..1.
        starts[rules_] = known.setdefault(str(encoded), position)
        if starts[rules_] < position:
            continue
        lines.append(f"    // Index {position}.")
        for (name, condition), numbers in zip(rules_, encoded):
            position += len(numbers)
            lines += comment(f"{name}: {condition}" if condition else name)
            text = ", ".join(map(str, numbers)) + ","
            lines += textwrap.wrap(text, 100, initial_indent="    ", subsequent_indent="    ")

    print(f"// Generated from CLDR {version} (resources/cldr) by Scripts/plurals. Do not edit.")
    print("// The rules are those of Unicode, Inc., under its licence: resources/cldr/LICENSE.")
    print()
    print("extension PluralRules {")
    print("  /// The locales, one per line and sorted: the name, padded to 8 bytes, and the indexes in")
    print("  /// ``words`` of the rules for cardinal and for ordinal numbers.")
    print('  static let locales: StaticString = """')
    for language in sorted(table):
        if len(language) > 8:
            sys.exit(f"the language is longer than 8 bytes: {language}")
        cardinal, ordinal = (starts[rules] for rules in table[language])
        print(f"    {language:8} {cardinal:04} {ordinal:04}")
    print('    """')
    print()
    print("  /// The rules, in the encoding of ``PluralRule``.")
    print("  static let words: [UInt32] = [")
    print("\n".join(lines))
    print("  ]")
    print("}")


main(sys.argv[1])
