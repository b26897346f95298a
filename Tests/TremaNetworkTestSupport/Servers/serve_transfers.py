"""Serves files and event streams, and interrupts them: see TransferServer in TransferServer.swift."""
import functools
import gzip
import json
import socket
import struct
import threading
import urllib.parse

lock = threading.Lock()
logs = {}


def start(server, options):
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    return {"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}


def accept(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


def serve(client):
    with client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            exchange(client)
        except OSError:
            pass


def exchange(client):
    data = b""
    while b"\r\n\r\n" not in data:
        piece = client.recv(1 << 16)
        if not piece:
            return
        data += piece
    lines = data.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
    parts = urllib.parse.urlsplit(lines[0].split(" ")[1])
    kind, key = parts.path.split("/")[1:3]
    options = dict(urllib.parse.parse_qsl(parts.query))
    if kind == "log":
        with lock:
            body = json.dumps(logs.get(key, [])).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n"
        return client.sendall(f"{head}Connection: close\r\n\r\n".encode() + body)
    with lock:
        log = logs.setdefault(key, [])
        number = len(log)
        log.append({
            name: fields[name]
            for name in (
                "range", "if-range", "accept-encoding", "last-event-id", "accept", "authorization")
            if name in fields} | ({"hop": "yes"} if kind == "hop" else {}))
    if kind == "hop":
        place = f"/file/{key}?{parts.query}"
        return client.sendall(
            f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n"
            "Connection: close\r\n\r\n".encode())
    if "bearer" in options:
        token = "stale" if number < int(options["bearer"]) else "fresh"
        if fields.get("authorization") != f"Bearer {token}":
            return client.sendall(
                b"HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n"
                b"Connection: close\r\n\r\n")
    (give_file if kind == "file" else give_events)(client, fields, options, number)


@functools.lru_cache
def content(version, size):
    """Returns the same bytes as TransferTools.content."""
    return bytes((at * 7 + at // 251 + version * 31) & 255 for at in range(size))


def give_file(client, fields, options, number):
    version = 1 if "change" in options and number >= int(options["change"]) else 0
    body = content(version, int(options.get("size", 200_000)) + version * int(options.get("grow", 0)))
    tag = {"strong": f'"v{version}"', "weak": f'W/"v{version}"'}.get(options.get("tag", "strong"))
    head = f"ETag: {tag}\r\n" if tag else ""
    if options.get("tag") == "date":
        head += f"Last-Modified: Sun, 06 Nov 1994 08:49:3{version} GMT\r\n"
        head += "Date: Mon, 07 Nov 1994 08:49:37 GMT\r\n"
        tag = f"Sun, 06 Nov 1994 08:49:3{version} GMT"
    asked, ranges = fields.get("range"), options.get("ranges", "right")
    first, status = 0, "200 OK"
    whole = len(body)
    if asked and ranges != "ignored":
        first = int(asked.removeprefix("bytes=").removesuffix("-"))
        if ranges in ("always", "untagged") or fields.get("if-range") == tag:
            if first >= whole or ranges == "refused":
                head += f"Content-Range: bytes */{whole}\r\nContent-Length: 0\r\n"
                return client.sendall(
                    f"HTTP/1.1 416 No\r\n{head}Connection: close\r\n\r\n".encode())
            status = "206 Partial Content"
            if ranges == "untagged":
                head = ""
            said, last, total = first, whole - 1, whole
            match ranges:
                case "earlier":
                    said, first = 0, 0
                case "later":
                    said = first + 1
                case "total":
                    total = whole + 5
                case "unit":
                    said = "x"
                case "short":
                    last = min(last, first + 30_000)
                case "open":
                    total = "*"
                case "coded":
                    head += "Content-Encoding: gzip\r\n"
                case "longer":
                    last -= 10
            part = f"Content-Range: bytes {said}-{last}/{total}\r\n"
            body = body[first:] if ranges == "longer" else body[first:last + 1]
            if ranges == "parts":
                head += "Content-Type: multipart/byteranges; boundary=B\r\n"
                body = f"--B\r\n{part}\r\n".encode() + body + b"\r\n--B--\r\n"
            else:
                head += part
        else:
            first = 0
    if options.get("length", "yes") == "yes":
        head += f"Content-Length: {len(body)}\r\n"
    client.sendall(f"HTTP/1.1 {status}\r\n{head}Connection: close\r\n\r\n".encode())
    if "cut" in options and number < int(options.get("cuts", 1 << 30)):
        body = body[:int(options["cut"])]
        client.sendall(body)
        return cut(client, "reset" in options)
    if "stop" in options and number == 0:
        client.sendall(body[:int(options["stop"])])
        client.recv(1)
        return None
    return client.sendall(body)


def cut(client, is_reset):
    if is_reset:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def give_events(client, fields, options, number):
    """Sends `count` events with the ids 1 to `count`, or 204 if the client has received all of them."""
    end = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}[options.get("end", "lf")]
    count = int(options.get("count", 4))
    last = fields.get("last-event-id", "0")
    text = "retry: 7\n: ünd\n" if number == 0 else ":\n"
    if not last.isdigit() or int(last) > count:
        return client.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    if int(last) == count and "endless" not in options:
        return client.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    for id in range(int(last) + 1, count + 1):
        kind = f"event: kind{id}\n" if id % 2 else ""
        text += f"id: {id}\n{kind}data: first €{id}\ndata:second\n\n"
    data = ("\ufeff" + text).replace("\n", end).encode()
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
        b"Transfer-Encoding: chunked\r\nConnection: close\r\n")
    if "gzip" in options:
        head += b"Content-Encoding: gzip\r\n"
        data = gzip.compress(data, mtime=0)
    head += b"\r\n"
    if "wire" in options:
        pieces = [data[at:at + 20] for at in range(0, len(data), 20)] + [b""]
        wire = head + b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        client.sendall(wire[:int(options["wire"])] if number == 0 else wire)
        return cut(client, "reset" in options) if number == 0 else None
    client.sendall(head)
    if number == 0 and "cut" in options:
        at = int(options["cut"])
        if at > 0:
            client.sendall(b"%x\r\n%s\r\n" % (at, data[:at]))
        return cut(client, "reset" in options)
    client.sendall(b"%x\r\n%s\r\n" % (len(data), data))
    if "hold" in options:
        # Until the client disconnects.
        client.recv(1)
        with lock:
            logs.setdefault(options["hold"], []).append({"gone": "yes"})
        return None
    return client.sendall(b"0\r\n\r\n")
