"""Returns the response that the path selects, and describes the request in the field X-Seen.

    traces.py READY

READY is the file to which the URL is written as soon as it accepts requests. A path is
/STATUS/CODING/FRAMING/LENGTH/...: a status; `plain`, `gzip` or `deflate`; the framing of the body,
`length`, `chunked` or `close`; and the number of bytes. X-Seen is JSON: method, target, fields sorted
by name, length and SHA-256 of the body.
"""
import asyncio
import gzip
import hashlib
import json
import os
import sys
import zlib

FIELDS = {
    301: [("Location", "/elsewhere?a=1")],
    302: [("Location", "http://127.0.0.1:1/elsewhere")],
    303: [("Location", "../elsewhere#part")],
    307: [("Location", "/elsewhere")],
    308: [("Location", "/elsewhere")],
    401: [("WWW-Authenticate", 'Basic realm="a, b"'), ("WWW-Authenticate", "Bearer")],
    405: [("Allow", "GET, HEAD")],
    429: [("Retry-After", "120")],
}
CODINGS = {"plain": bytes, "gzip": lambda data: gzip.compress(data, 6, mtime=0), "deflate": zlib.compress}


def content(length):
    """Returns compressible text that differs for each length."""
    line = f"{length} bytes, one line after the other; ".encode()
    return (line * (length // len(line) + 1))[:length]


async def body_of(reader, fields):
    if "100-continue" in fields.get("expect", ""):
        raise ValueError("nobody was asked to wait")
    if fields.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
        return body
    return await reader.readexactly(int(fields.get("content-length", 0)))


async def exchange(reader, writer):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("utf-8")
    line, *lines = head.rstrip("\r\n").split("\r\n")
    method, target, _ = line.split(" ")
    fields = sorted((name.lower(), value.strip()) for name, _, value in (
        one.partition(":") for one in lines))
    body = await body_of(reader, dict(fields))
    seen = {
        "method": method, "target": target, "fields": [f"{name}: {value}" for name, value in fields],
        "length": len(body), "digest": hashlib.sha256(body).hexdigest(),
    }
    _, status, coding, framing, length, *_ = target.split("?")[0].split("/")
    status = int(status)
    has_body = status not in (204, 304)
    data = CODINGS[coding](content(int(length))) if has_body else b""
    answer = [
        ("X-Seen", json.dumps(seen)), ("Content-Type", "text/plain; charset=utf-8"),
        ("X-Twice", "one"), ("X-Twice", "two, three"), ("X-Empty", ""),
        ("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2065 07:28:00 GMT"), ("Set-Cookie", "b=2; Path=/"),
    ] + FIELDS.get(status, [])
    if has_body and coding != "plain":
        answer.append(("Content-Encoding", coding))
    if has_body and framing == "length":
        answer.append(("Content-Length", str(len(data))))
    if has_body and framing == "chunked":
        answer.append(("Transfer-Encoding", "chunked"))
        cut = max(1, len(data) // 3)
        pieces = [data[start:start + cut] for start in range(0, len(data), cut)] + [b""]
        data = b"".join(f"{len(one):x}\r\n".encode() + one + b"\r\n" for one in pieces)
    is_last = has_body and framing == "close"
    if is_last:
        answer.append(("Connection", "close"))
    head = "".join(f"{name}: {value}\r\n" for name, value in answer)
    writer.write(f"HTTP/1.1 {status} As asked\r\n{head}\r\n".encode())
    if method != "HEAD":
        writer.write(data)
    await writer.drain()
    return not is_last and ("connection", "close") not in fields


async def serve(reader, writer):
    try:
        while await exchange(reader, writer):
            pass
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    ready = sys.argv[1]
    with open(ready + ".part", "w") as file:
        json.dump({"url": f"http://127.0.0.1:{port}"}, file)
    os.rename(ready + ".part", ready)
    await server.serve_forever()


asyncio.run(main())
