"""Parses multipart forms with two parsers and prints their results, one JSON list each.

Arguments: the file with the body, and the content type. A part is listed with its name, file name, type,
length and SHA-256 of the content.
"""

import hashlib
import io
import json
import sys

from python_multipart.multipart import MultipartParser, parse_options_header as options
from werkzeug.formparser import parse_form_data


def told(name, file_name, type, content):
    return [name, file_name, type, len(content), hashlib.sha256(content).hexdigest()]


def by_werkzeug(body, content_type):
    """Returns texts and files separately, as the parser stores them."""
    _, form, files = parse_form_data(
        {
            "wsgi.input": io.BytesIO(body),
            "CONTENT_TYPE": content_type,
            "CONTENT_LENGTH": str(len(body)),
            "REQUEST_METHOD": "POST",
        },
        silent=False,
    )
    texts = [told(n, None, None, v.encode()) for n, v in form.items(multi=True)]
    return texts + [
        told(n, f.filename, f.headers.get("Content-Type"), f.read())
        for n, f in files.items(multi=True)
    ]


def by_python_multipart(body, content_type):
    parts = []
    state = {"field": b"", "value": b"", "headers": {}, "content": bytearray(), "ended": False}

    def begin():
        state.update(headers={}, content=bytearray())

    def field(data, start, end):
        state["field"] += data[start:end]

    def value(data, start, end):
        state["value"] += data[start:end]

    def header():
        state["headers"][state["field"].lower()] = state["value"]
        state.update(field=b"", value=b"")

    def content(data, start, end):
        state["content"] += data[start:end]

    def part():
        _, parameters = options(state["headers"][b"content-disposition"])
        file_name = parameters.get(b"filename")
        type = state["headers"].get(b"content-type")
        parts.append(
            told(
                parameters[b"name"].decode(),
                None if file_name is None else file_name.decode(),
                None if type is None else type.decode(),
                bytes(state["content"]),
            )
        )

    def end():
        state["ended"] = True

    _, parameters = options(content_type)
    parser = MultipartParser(
        parameters[b"boundary"],
        {
            "on_part_begin": begin,
            "on_header_field": field,
            "on_header_value": value,
            "on_header_end": header,
            "on_part_data": content,
            "on_part_end": part,
            "on_end": end,
        },
    )
    parser.write(body)
    parser.finalize()
    assert state["ended"], "the form has no end"
    return parts


with open(sys.argv[1], "rb") as file:
    body = file.read()
for parse in (by_werkzeug, by_python_multipart):
    print(json.dumps(parse(body, sys.argv[2])))
