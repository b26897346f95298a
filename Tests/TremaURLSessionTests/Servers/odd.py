"""A server whose paths select the response. Prints its port; exits when standard input is closed."""
import gzip
import json
import os
import socket
import struct
import sys
import threading
import time

listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", 0))
listener.listen(512)
port = listener.getsockname()[1]
lock = threading.Lock()
seen = {}
released = {}
sent = {}


def watch_input():
    sys.stdin.read()
    os._exit(0)


def event(name):
    with lock:
        return released.setdefault(name, threading.Event())


def read_request(connection, rest):
    while b"\r\n\r\n" not in rest:
        data = connection.recv(65536)
        if not data:
            return None
        rest += data
    head, _, rest = rest.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ", 2)
    fields = [line.split(":", 1) for line in lines[1:]]
    fields = [(name, value.strip()) for name, value in fields]
    with lock:
        seen[path] = seen.get(path, 0) + 1
    names = {name.lower(): value for name, value in fields}
    body = 0
    if path.startswith("/unread"):
        return method, path, fields, names, 0, b""
    if "chunked" in names.get("transfer-encoding", ""):
        while True:
            while b"\r\n" not in rest:
                rest += connection.recv(65536)
            size, _, rest = rest.partition(b"\r\n")
            size = int(size, 16)
            while len(rest) < size + 2:
                rest += connection.recv(65536)
            body += size
            rest = rest[size + 2 :]
            if size == 0:
                break
    else:
        length = int(names.get("content-length") or 0)
        while body + len(rest) < length:
            body += len(rest)
            rest = connection.recv(65536)
            if not rest:
                return None
        rest = rest[length - body :]
        body = length
    return method, path, fields, names, body, rest


def answer(connection, status, fields, body=b""):
    lines = ["HTTP/1.1 " + status] + fields + ["Content-Length: %d" % len(body), "", ""]
    connection.sendall("\r\n".join(lines).encode() + body)


def serve(connection):
    rest = b""
    try:
        while True:
            request = read_request(connection, rest)
            if request is None:
                return
            rest = request[5]
            if not respond(connection, *request[:5]):
                return
            if request[3].get("connection", "").lower() == "close":
                return
    except (ConnectionError, OSError):
        pass
    finally:
        connection.close()


def respond(connection, method, path, fields, names, length):
    kind, _, key = path[1:].partition("/")
    if kind == "echo":
        text = json.dumps({"method": method, "fields": fields, "length": length})
        answer(connection, "200 OK", [], b"" if method == "HEAD" else text.encode())
    elif kind == "seen":
        answer(connection, "200 OK", [], str(seen.get("/" + key, 0)).encode())
    elif kind == "sent":
        answer(connection, "200 OK", [], str(sent.get(key, 0)).encode())
    elif kind == "unauthorised":
        challenge = bytes.fromhex(key).decode()
        answer(connection, "401 No", ["WWW-Authenticate: " + challenge], b"who are you?")
    elif kind == "redirect":
        answer(connection, "302 Found", ["Location: " + bytes.fromhex(key).decode()], b"moved")
    elif kind == "lost":
        answer(connection, "302 Found", [], b"moved")
    elif kind == "silent":
        event("never").wait()
    elif kind == "stall":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        event("never").wait()
    elif kind == "held":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
        event(key).wait()
        connection.sendall(b"6\r\nsecond\r\n0\r\n\r\n")
    elif kind == "release":
        event(key).set()
        answer(connection, "200 OK", [])
    elif kind == "gzip":
        body = gzip.compress(b"hello" * 100)
        answer(connection, "200 OK", ["Content-Encoding: gzip"], b"" if method == "HEAD" else body)
    elif kind == "bomb":
        answer(connection, "200 OK", ["Content-Encoding: gzip"], gzip.compress(bytes(64 << 20)))
    elif kind == "cookies":
        answer(
            connection,
            "200 OK",
            [
                "Set-Cookie: a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/",
                "Set-Cookie: b=2; Expires=Thu, 10-Jun-27 10:18:14 GMT",
                "Set-Cookie: c=x=y, z; HttpOnly",
            ],
        )
    elif kind == "endless":
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(bytes(1 << 16))
            with lock:
                sent[key] = sent.get(key, 0) + (1 << 16)
            # Endless but throttled: URLSession on Linux queues all received data, and a cancellation
            # waits for the queue, for minutes on a busy machine.
            time.sleep(0.002)
    elif kind == "large":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (16 << 20))
        for number in range(256):
            connection.sendall(bytes([number % 251]) * (1 << 16))
        with lock:
            sent[key] = 16 << 20
    elif kind == "drop":
        return False
    elif kind == "truncated":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
        return False
    elif kind == "truncatedchunk":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        return False
    elif kind == "badchunk":
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n")
        return False
    elif kind == "garbage":
        connection.sendall(b"\x00\x01\x02 what is this?\r\n\r\n")
        return False
    elif kind == "damaged":
        answer(connection, "200 OK", ["Content-Encoding: gzip"], b"this is not gzip at all")
    elif kind == "lengths":
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nhello")
        return False
    elif kind == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif kind == "unread":
        answer(connection, "413 No", ["Connection: close"], b"too large")
        event("never").wait(0.2)
        return False
    else:
        answer(connection, "404 No", [])
    return True


threading.Thread(target=watch_input, daemon=True).start()
print(port, flush=True)
while True:
    accepted, _ = listener.accept()
    threading.Thread(target=serve, args=(accepted,), daemon=True).start()
