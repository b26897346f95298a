"""Reads a compiled catalogue as documented, with only struct and zlib.

    compiled.py FILE.tremac [FILE.strings]   prints language and entries as JSON
    compiled.py --hash SEED KEY...           prints the hashes of keys

The keys and texts of a .strings file must equal those of the catalogue, in order.

The first deviation from the documentation is an error.
"""

import json
import re
import struct
import sys
import zlib

MASK = (1 << 64) - 1
FIRST, SECOND, THIRD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def fold(a, b):
    product = a * b
    return product & MASK ^ product >> 64


def hashed(seed, key):
    start = fold(seed ^ FIRST, SECOND)
    multiplier = fold(start ^ THIRD, SECOND) | 1
    state = start ^ len(key)
    for index in range(0, len(key), 8):
        state = fold(state ^ int.from_bytes(key[index : index + 8], "little"), multiplier)
    return fold(state ^ THIRD, FIRST)


class Pattern:
    def __init__(self, data):
        self.data, self.index = data, 0

    def byte(self):
        self.index += 1
        return self.data[self.index - 1]

    def number(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                assert byte or shift == 7, "a number with a zero at its end"
                return value

    def string(self):
        count = self.number()
        self.index += count
        return self.data[self.index - count : self.index].decode("utf-8")

    def message(self):
        return [self.element() for _ in range(self.number())]

    def element(self):
        return [self.string, self.placeholder, self.argument, lambda: ["#"]][self.byte()]()

    def placeholder(self):
        conversion, parts = chr(self.byte()), self.byte()
        found = ["%", conversion]
        readers = [self.number, self.byte, self.number, self.number, self.byte, self.byte]
        for bit, (name, read) in enumerate(zip(["position", "flags", "width", "precision", "length", "suffix"], readers)):
            if parts >> bit & 1:
                found.append([name, read()])
        assert parts < 64
        return found

    def argument(self):
        number, kind = self.number(), self.byte()
        name = ["plain", "number", "date", "time", "plural", "ordinal", "select"][kind]
        if name == "number":
            return [name, number, self.byte(), self.number(), self.number(), self.number()]
        if name in ("date", "time"):
            return [name, number, self.byte()]
        if name in ("plural", "ordinal"):
            offset, count = self.number(), self.number()
            return [name, number, offset, [[self.selector(), self.message()] for _ in range(count)]]
        if name == "select":
            return [name, number, [[self.string(), self.message()] for _ in range(self.number())]]
        return [name, number]

    def selector(self):
        number = self.byte()
        if number == 6:
            return self.number()
        return ["zero", "one", "two", "few", "many", "other"][number]


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89TRM\r\n\x1a\n", "magic"
    (version, length, checksum, count, seed, buckets, probes, entries, heap, tag, tag_length, reserved) = (
        struct.unpack_from("<IIIIQIIIIIIQ", data, 8)
    )
    assert version == 1 and length == len(data) and reserved == 0
    assert zlib.crc32(data[20:]) == checksum, "checksum"
    slots = [struct.unpack_from("<II", data, 64 + 8 * i) for i in range(buckets + probes - 1)]
    assert entries == 64 + 8 * len(slots) and heap == entries + 16 * count
    assert 1 <= probes <= 16
    found, end = [], heap
    for number in range(count):
        start, key_length, text_length, pattern_length = struct.unpack_from("<IIII", data, entries + 16 * number)
        assert start == end
        key = data[start : start + key_length]
        text = data[start + key_length : start + key_length + text_length]
        end = start + key_length + text_length + pattern_length
        pattern = None
        if pattern_length:
            reader = Pattern(data[end - pattern_length : end])
            flags = reader.byte()
            pattern = [flags, reader.message()]
            assert reader.index == pattern_length
        value = hashed(seed, key)
        home = (value >> 32) * buckets >> 32
        assert (value & 0xFFFFFFFF, number) in slots[home : home + probes], "table"
        place = slots.index((value & 0xFFFFFFFF, number))
        assert all(slot[1] != 0xFFFFFFFF for slot in slots[home:place]), "gap"
        found.append({"key": key.decode("utf-8"), "text": text.decode("utf-8"), "pattern": pattern})
    assert sum(slot[1] != 0xFFFFFFFF for slot in slots) == count
    assert tag == end and tag + tag_length == len(data)
    return {"language": data[tag:].decode("ascii"), "entries": found}


def strings(path):
    """Parses the .strings syntax that trema writes: whole-line comments, and entries."""
    escapes = {"n": "\n", "r": "\r", "t": "\t"}

    def plain(text):
        return re.sub(
            r"\\(U([0-9a-f]{4})|.)",
            lambda m: chr(int(m[2], 16)) if m[2] else escapes.get(m[1], m[1]),
            text,
        )

    with open(path, encoding="utf-8", newline="") as file:
        content = re.sub(r"(?m)^/\*.*?\*/$", "", file.read(), flags=re.S)
    quoted = r'"((?:[^"\\]|\\.)*)"'
    return [(plain(k), plain(v)) for k, v in re.findall(quoted + " = " + quoted + ";\n", content)]


if sys.argv[1] == "--hash":
    print(" ".join(str(hashed(int(sys.argv[2]), key.encode("utf-8"))) for key in sys.argv[3:]))
else:
    catalogue = read(sys.argv[1])
    for path in sys.argv[2:]:
        known = [(entry["key"], entry["text"]) for entry in catalogue["entries"]]
        assert known == strings(path), path
    print(json.dumps(catalogue, ensure_ascii=True))
