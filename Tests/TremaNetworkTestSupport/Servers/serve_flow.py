"""An HTTP/1.1 server that counts the requests that it receives.

A path begins with a key, which separates the tests. The rest selects the behavior:

/KEY/count              {"requests", "methods", "most" (concurrent), "open", "gone" (disconnected clients)}
/KEY/answer             200, and the number of the request
/KEY/status/CODE/N      CODE for the first N requests, then 200; ?after= sets Retry-After
/KEY/reset/N            resets the first N connections after reading the request
/KEY/hang/N             never answers the first N requests; 200 for the others
/KEY/hold/MILLISECONDS  200 after a delay
/KEY/trickle            200, and an endless body with a chunk every 10 ms
/KEY/gunzip             the request as JSON: fields, length and SHA-256 of the body as decoded by Python
"""
import asyncio
import hashlib
import json
import socket
import struct
import threading
import urllib.parse
import zlib


def start(server, options):
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    threading.Thread(target=lambda: asyncio.run(serve(listener)), daemon=True).start()
    return {"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}


async def serve(listener):
    server = await asyncio.start_server(connection, sock=listener, limit=1 << 20)
    async with server:
        await server.serve_forever()


class Tally:
    def __init__(self):
        self.methods, self.open, self.most, self.gone = [], 0, 0, 0


tallies = {}


async def connection(reader, writer):
    try:
        while await exchange(reader, writer):
            pass
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def pieces(reader, fields):
    if fields.get("transfer-encoding") == "chunked":
        while size := int(await reader.readuntil(b"\r\n"), 16):
            yield (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
        return
    left = int(fields.get("content-length", 0))
    while left:
        piece = await reader.read(min(left, 1 << 16))
        if not piece:
            raise ConnectionError
        left -= len(piece)
        yield piece


async def exchange(reader, writer):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("utf-8")
    line, *lines = head.rstrip("\r\n").split("\r\n")
    method, target, _ = line.split(" ")
    fields = {}
    for one in lines:
        name, _, value = one.partition(":")
        fields[name.lower()] = value.strip()
    url = urllib.parse.urlsplit(target)
    query = dict(urllib.parse.parse_qsl(url.query))
    key, what, *rest = url.path.strip("/").split("/")
    tally = tallies.setdefault(key, Tally())
    decoder = zlib.decompressobj(31) if fields.get("content-encoding") == "gzip" else None
    length, sent, digest = 0, 0, hashlib.sha256()
    async for piece in pieces(reader, fields):
        sent += len(piece)
        piece = decoder.decompress(piece) if decoder else piece
        length += len(piece)
        digest.update(piece)

    async def answer(body=b"", status=200, extra=""):
        writer.write(
            f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n{extra}\r\n".encode()
            + (b"" if method == "HEAD" else body))
        await writer.drain()

    if what == "count":
        await answer(json.dumps({
            "requests": len(tally.methods), "methods": tally.methods, "most": tally.most,
            "open": tally.open, "gone": tally.gone}).encode())
        return True
    tally.methods.append(method)
    number = len(tally.methods)
    tally.open += 1
    tally.most = max(tally.most, tally.open)
    try:
        if what == "status" and number <= int(rest[1]):
            after = query.get("after")
            await answer(b"no", int(rest[0]), f"Retry-After: {after}\r\n" if after else "")
        elif what == "reset" and number <= int(rest[0]):
            writer.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return False
        elif what == "hang" and number <= int(rest[0]):
            await reader.read(1)
            tally.gone += 1
            return False
        elif what == "trickle":
            writer.write(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n")
            try:
                while not reader.at_eof():
                    writer.write(b"1\r\nx\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.01)
            finally:
                tally.gone += 1
            return False
        elif what == "gunzip":
            await answer(json.dumps({
                "length": length, "sent": sent, "digest": digest.hexdigest(),
                "whole": decoder.eof if decoder else True,
                "coding": fields.get("content-encoding"), "declared": fields.get("content-length"),
                "framing": fields.get("transfer-encoding")}).encode())
        else:
            if what == "hold":
                await asyncio.sleep(int(rest[0]) / 1000)
            await answer(str(number).encode())
    finally:
        tally.open -= 1
    return True
