"""A server that injects faults.

    faults.py AUTHORITY BEHIND READY

AUTHORITY is the folder of serve_authority.py, BEHIND the URL of an upstream server, READY the file to
which all URLs are written as soon as they accept requests. The first segment of the path selects the
fault; `answers` contains all of them. On the port `proxy`, that segment precedes a path of the
upstream server, and the fault is applied to its response.
"""
import asyncio
import gzip
import json
import os
import re
import socket
import ssl
import struct
import sys
import threading
import urllib.parse

counts = {}
answers = {}


def fault(name):
    def enter(function):
        answers[name] = function
        return function
    return enter


class Exchange:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.number = 0
        self.is_over = False

    async def read_head(self):
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        line, _, fields = head.decode("latin-1").partition("\r\n")
        self.head = head
        self.method, self.target, _ = line.split(" ", 2)
        parts = urllib.parse.urlsplit(self.target).path.split("/")[1:]
        self.fault, self.rest = parts[0], parts[1:]
        self.fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (field.partition(":") for field in fields.split("\r\n") if field)
        }
        self.number += 1
        # Counts every request with `?counted=KEY`; `/count/KEY` returns the count.
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.target).query)
        for key in query.get("counted", []):
            counts[key] = counts.get(key, 0) + 1
        return True

    async def read_body(self):
        if "100-continue" in self.fields.get("expect", ""):
            self.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if self.fields.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readuntil(b"\r\n")
            return body
        return await self.reader.readexactly(int(self.fields.get("content-length", 0)))

    async def send(self, data):
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self, body=b"ok", status="200 OK", fields=""):
        await self.send(
            f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{fields}\r\n".encode("latin-1")
            + (b"" if self.method == "HEAD" else body))

    def reset(self):
        """Resets the connection instead of closing it."""
        self.is_over = True
        self.writer.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    def close(self):
        """Closes the connection: a further request is answered with RST."""
        self.is_over = True
        self.writer.close()

    async def half_close(self):
        """Closes the sending side and reads until the peer closes the connection."""
        self.is_over = True
        self.writer.write_eof()
        while await self.reader.read(65536):
            pass
        self.writer.close()

    async def wait_for_end(self):
        """Sends nothing until the peer closes the connection."""
        self.is_over = True
        while await self.reader.read(65536):
            pass
        self.writer.close()


def raw(name, data, end="half-close"):
    """Registers a fault that sends bytes and then ends the connection in the given way.

    The connection is fully closed only if that is the fault. libcurl treats some of these messages as
    complete and keeps the connection. A request that it sends before it notices the end would be
    answered with RST, and libcurl would report that error for later failures of the same request."""
    async def answer(exchange):
        await exchange.read_body()
        await exchange.send(data)
        if end == "close":
            exchange.close()
        elif end == "reset":
            exchange.reset()
        elif end == "half-close":
            await exchange.half_close()
        elif end == "stall":
            await exchange.wait_for_end()
    answers[name] = answer


OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
ZIPPED = gzip.compress(b"some text that was compressed, and is damaged on its way; " * 50)


def gzipped(data):
    return OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(data) + data


# Missing or incomplete responses.
raw("reset-before", b"", "reset")
raw("close-before", b"", "close")
raw("half-close", b"")
raw("never", b"", "stall")
raw("reset-in-head", OK + b"X-Half", "reset")
raw("close-in-head", OK + b"X-Half", "close")
raw("stall-in-head", OK + b"X-Half", "stall")
raw("reset-in-body", OK + b"Content-Length: 100\r\n\r\n" + b"x" * 50, "reset")
raw("stall-in-body", OK + b"Content-Length: 100\r\n\r\n" + b"x" * 50, "stall")
raw("half-close-in-body", OK + b"Content-Length: 100\r\n\r\n" + b"x" * 50)
raw("truncated", OK + b"Content-Length: 100\r\n\r\n" + b"x" * 50, "close")
raw("missing-last-chunk", CHUNKED + b"5\r\nhello\r\n", "close")
raw("truncated-chunk", CHUNKED + b"a\r\nhello", "close")
# Invalid HTTP.
raw("garbage", b"\x16\x03\x01 this is no response at all \xff\xfe\r\n\r\n" * 8)
raw("bad-status", b"HTTP/1.1 okay fine\r\nContent-Length: 2\r\n\r\nok")
raw("bad-length", OK + b"Content-Length: five\r\n\r\nhello")
raw("negative-length", OK + b"Content-Length: -5\r\n\r\nhello")
raw("signed-length", OK + b"Content-Length: +5\r\n\r\nhello")
raw("huge-length", OK + b"Content-Length: 99999999999999999999999\r\n\r\nhello")
raw("differing-lengths", OK + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\nhello!!")
raw("listed-lengths", OK + b"Content-Length: 5, 7\r\n\r\nhello!!")
raw("length-with-chunks",
    OK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
raw("bad-chunk", CHUNKED + b"5\r\nhello\r\nzz\r\nhello\r\n0\r\n\r\n")
raw("huge-chunk", CHUNKED + b"fffffffffffffffffffff\r\nhello\r\n0\r\n\r\n")
raw("unended-chunk", CHUNKED + b"5\r\nhello!!\r\n0\r\n\r\n")
raw("folded-field", OK + b"X-Folded: one\r\n two\r\nContent-Length: 2\r\n\r\nok")
raw("field-with-nul", OK + b"X-Nul: a\x00b\r\nContent-Length: 2\r\n\r\nok")
raw("field-without-colon", OK + b"no colon here\r\nContent-Length: 2\r\n\r\nok")
# Damaged content in valid messages: the connection may be reused.
raw("damaged-gzip", gzipped(ZIPPED[:20] + b"\xff" * 20 + ZIPPED[40:]), "keep")
raw("wrong-gzip-sum", gzipped(ZIPPED[:-8] + b"\0" * 8), "keep")
raw("truncated-gzip", gzipped(ZIPPED[:-20]), "keep")
# A valid response, followed by unrelated bytes.
raw("too-much", OK + b"Content-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "keep")


@fault("ok")
async def ok(exchange):
    await exchange.read_body()
    await exchange.answer()


@fault("echo")
async def echo(exchange):
    await exchange.answer(await exchange.read_body())


@fault("delay")
async def delay(exchange):
    """/delay/MILLISECONDS"""
    await exchange.read_body()
    await asyncio.sleep(int(exchange.rest[0]) / 1000)
    await exchange.answer()


@fault("drip")
async def drip(exchange):
    """/drip/BYTES/MILLISECONDS: sends that many bytes with a pause between them."""
    await exchange.read_body()
    count, pause = int(exchange.rest[0]), int(exchange.rest[1]) / 1000
    await exchange.send(OK + b"Content-Length: %d\r\n\r\n" % count)
    for _ in range(count):
        await exchange.send(b"x")
        await asyncio.sleep(pause)


@fault("endless-head")
async def endless_head(exchange):
    await exchange.send(OK)
    while True:
        await exchange.send(b"X-More: and more and more and more and more and more and more\r\n" * 99)


@fault("endless-field")
async def endless_field(exchange):
    await exchange.send(OK + b"X-Long: ")
    while True:
        await exchange.send(b"x" * 8192)


@fault("endless-body")
async def endless_body(exchange):
    await exchange.send(OK + b"Connection: close\r\n\r\n")
    while True:
        await exchange.send(b"x" * 65536)


@fault("informational")
async def informational(exchange):
    """/informational/COUNT: sends that many 1xx responses and then a final one; 0: never."""
    await exchange.read_body()
    count, sent = int(exchange.rest[0]), 0
    while count == 0 or sent < count:
        await exchange.send(b"HTTP/1.1 103 Early Hints\r\nLink: </x.css>; rel=preload\r\n\r\n")
        sent += 1
    await exchange.answer()


@fault("early-413")
async def early(exchange):
    """Responds after the head; reads only as much of the body as the peer insists on sending."""
    await exchange.answer(b"too large", "413 Content Too Large", "Connection: close\r\n")
    await exchange.half_close()


@fault("early-413-reset")
async def early_reset(exchange):
    await exchange.answer(b"too large", "413 Content Too Large", "Connection: close\r\n")
    await asyncio.sleep(0.05)
    exchange.reset()


@fault("unread")
async def unread(exchange):
    """Never reads the body of the request."""
    exchange.is_over = True
    exchange.writer.transport.pause_reading()
    await asyncio.sleep(600)


@fault("bomb")
async def bomb(exchange):
    """Sends 256 MiB of zeros, compressed to 256 KiB."""
    await exchange.read_body()
    await exchange.send(OK + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
    member = bomb_member()
    for _ in range(16):
        await exchange.send(b"%x\r\n" % len(member) + member + b"\r\n")
    await exchange.send(b"0\r\n\r\n")


def bomb_member(made=[]):
    if not made:
        made.append(gzip.compress(bytes(16 << 20), 6))
    return made[0]


@fault("lose")
async def lose(exchange):
    """/lose/KEY: answers the first request of a connection; counts the second, then closes."""
    await exchange.read_body()
    key = exchange.rest[0]
    counts[key] = counts.get(key, 0) + 1
    if exchange.number == 1:
        await exchange.answer()
    else:
        exchange.close()


@fault("lose-reset")
async def lose_reset(exchange):
    """/lose-reset/KEY: like /lose, with a reset instead of a close."""
    await exchange.read_body()
    key = exchange.rest[0]
    counts[key] = counts.get(key, 0) + 1
    if exchange.number == 1:
        await exchange.answer()
    else:
        exchange.reset()


@fault("count")
async def count(exchange):
    """/count/KEY: returns the number of requests with the key."""
    await exchange.answer(str(counts.get(exchange.rest[0], 0)).encode())


async def serve(reader, writer):
    exchange = Exchange(reader, writer)
    try:
        while not exchange.is_over and await exchange.read_head():
            answer = answers.get(exchange.fault)
            if answer is None:
                await exchange.read_body()
                await exchange.answer(b"no such fault", "404 Not Found")
            else:
                await answer(exchange)
    except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
        pass
    finally:
        writer.close()


async def proxy(reader, writer, behind):
    """Applies a fault to the response of the upstream server."""
    exchange = Exchange(reader, writer)
    try:
        if not await exchange.read_head():
            return
        body = await exchange.read_body()
        answer = await ask(behind, exchange, body)
        head, _, content = answer.partition(b"\r\n\r\n")
        head += b"\r\n\r\n"
        match exchange.fault:
            case "delay":
                await asyncio.sleep(1)
                await exchange.send(answer)
            case "drip":
                for at in range(0, len(answer), 16):
                    await exchange.send(answer[at:at + 16])
                    await asyncio.sleep(0.002)
            case "reset-before":
                return exchange.reset()
            case "reset-after":
                await exchange.send(head)
                return exchange.reset()
            case "half-close":
                await exchange.send(head + content[:len(content) // 2])
                return await exchange.half_close()
            case "truncated":
                await exchange.send(head + content[:len(content) // 2])
            case "garbage":
                await exchange.send(bytes(range(256)) + answer)
            case "stall":
                await exchange.send(head + content[:len(content) // 2])
                return await exchange.wait_for_end()
            case "longer":
                await exchange.send(re.sub(rb"(?i)content-length: \d+", b"Content-Length: 1000000", head) + content)
            case "twice":
                await exchange.send(re.sub(rb"(?i)(content-length: \d+)", rb"\1\r\n\g<1>1", head) + content)
            case _:
                await exchange.send(answer)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        if not writer.is_closing():
            writer.close()


async def ask(behind, exchange, body):
    parts = urllib.parse.urlsplit(behind)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    fields = "".join(
        f"{name}: {value}\r\n" for name, value in exchange.fields.items()
        if name not in ("connection", "transfer-encoding", "content-length", "expect"))
    path = "/" + exchange.target.split("/", 2)[2]
    writer.write(
        f"{exchange.method} {path} HTTP/1.1\r\n{fields}Connection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
    answer = await reader.read()
    writer.close()
    return answer


# The ports without TLS.
CLEAR = {"clear", "proxy"}


def context(authority, name, client=False):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(f"{authority}/{name}.pem", f"{authority}/{name}.key")
    if client:
        made.verify_mode = ssl.CERT_REQUIRED
        made.load_verify_locations(f"{authority}/authority.pem")
    return made


def full_port():
    """Opens a port whose backlog is full: connection attempts never complete."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    waiting = []
    for _ in range(8):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(listener.getsockname())
        waiting.append(one)
    return listener, waiting


def refused_port():
    """Binds a port without listening, so that no other process can take it."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    return bound


async def silent(reader, writer):
    """Accepts a connection and sends nothing."""
    while await reader.read(65536):
        pass
    writer.close()


async def plain(reader, writer):
    """Sends an HTTP response to any input."""
    await reader.read(65536)
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    writer.close()


def listen_for_certificates(secured):
    """Listens without asyncio, which drops the TLS alert for a missing certificate. Unread data is
    drained, because a close with unread data resets the connection, which also drops the alert."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(connection):
        connection.settimeout(60)
        # A duplicate of the socket, because the original is closed when TLS fails.
        with connection.dup() as rest:
            rest.settimeout(60)
            try:
                with secured.wrap_socket(connection, server_side=True) as client:
                    client.recv(65536)
                    client.sendall(OK + b"Content-Length: 2\r\nConnection: close\r\n\r\nok")
            except OSError:
                pass
            try:
                rest.shutdown(socket.SHUT_WR)
                while rest.recv(65536):
                    pass
            except OSError:
                pass

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=answer, args=[connection], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


async def main():
    authority, behind, ready = sys.argv[1:]

    async def listen(handler, secured=None):
        server = await asyncio.start_server(
            handler, "127.0.0.1", 0, ssl=secured, backlog=1024, limit=1 << 20)
        return server, server.sockets[0].getsockname()[1]

    servers = {
        "clear": await listen(serve),
        "proxy": await listen(lambda reader, writer: proxy(reader, writer, behind)),
        "silentTLS": await listen(silent),
        "noTLS": await listen(plain),
        "good": await listen(serve, context(authority, "server")),
        "expired": await listen(serve, context(authority, "expired")),
        "notYet": await listen(serve, context(authority, "not-yet")),
        "wrongHost": await listen(serve, context(authority, "wrong-host")),
        "untrusted": await listen(serve, context(authority, "untrusted")),
        "selfSigned": await listen(serve, context(authority, "self-signed")),
    }
    ports = {name: port for name, (_, port) in servers.items()}
    older = context(authority, "server", client=True)
    older.maximum_version = ssl.TLSVersion.TLSv1_2
    ports["clientCertificate"] = listen_for_certificates(context(authority, "server", client=True))
    ports["clientCertificateTLS12"] = listen_for_certificates(older)
    full, waiting = full_port()
    refused = refused_port()
    facts = {
        name: f"http://127.0.0.1:{port}" if name in CLEAR else f"https://localhost:{port}"
        for name, port in ports.items()
    }
    facts["full"] = f"http://127.0.0.1:{full.getsockname()[1]}"
    facts["refused"] = f"http://127.0.0.1:{refused.getsockname()[1]}"
    with open(ready + ".new", "w") as file:
        json.dump(facts, file)
    os.rename(ready + ".new", ready)
    await asyncio.gather(*(server.serve_forever() for server, _ in servers.values()))


asyncio.run(main())
