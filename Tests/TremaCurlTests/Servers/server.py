"""A server whose paths select correct or faulty behavior. It exits when standard input is closed.

Usage: server.py [PATH OF A UNIX SOCKET]; prints its port.
"""
import asyncio
import gzip
import socket
import sys

counts = {}
connections = 0

RAW = {
    "folded": b"HTTP/1.1 200 OK\r\nX: a\r\n  b\r\nContent-Length: 2\r\n\r\nok",
    "lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
    "both": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    "name": b"HTTP/1.1 200 OK\r\nX Y: a\r\nContent-Length: 2\r\n\r\nok",
    "nul": b"HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok",
    "colon": b"HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nok",
    "garbage": b"\x16\x03garbage\r\n\r\n",
    "status": b"HTTP/1.1 2x0 OK\r\nContent-Length: 2\r\n\r\nok",
    "length": b"HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok",
    "many": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 300 + b"Content-Length: 2\r\n\r\nok",
    "long": b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 70000 + b"\r\nContent-Length: 2\r\n\r\nok",
    "endless": b"HTTP/1.1 200 OK\r\nX: " + b"y" * 400000,
    "switch": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
    "chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n",
    "short": b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok",
    "lastchunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
    "silent": b"",
    "half": b"HTTP/1.1 200 OK\r\nX: a",
    "informational": b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: a\r\nContent-Length: 2\r\n\r\nok",
    "trailers": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Late: a\r\n\r\n",
    "latin": b"HTTP/1.1 200 OK\r\nX: caf\xe9\r\nY: caf\xc3\xa9\r\nContent-Length: 2\r\n\r\nok",
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: /echo\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\n"
    b"Content-Length: 0\r\n\r\n",
    "unauthorized": b"HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 2\r\n\r\nno",
}


async def read_body(reader, fields):
    if "chunked" in fields.get("transfer-encoding", ""):
        body = b""
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            body += await reader.readexactly(size)
            await reader.readline()
            if size == 0:
                return body
    return await reader.readexactly(int(fields.get("content-length", "0")))


async def answer(writer, body, status="200 OK", fields=""):
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{fields}\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


async def one(reader, writer):
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, target, _ = lines[0].split(" ")
    fields = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        fields[name.strip().lower()] = value.strip()
    if target == "/early":
        await answer(writer, b"no", "413 Content Too Large", "Connection: close\r\n")
        return False
    if target == "/unexpected":
        counts[(method, target)] = counts.get((method, target), 0) + 1
        await answer(writer, b"", "417 Expectation Failed")
        return True
    if target == "/deaf":
        await asyncio.sleep(3600)
    counts[(method, target)] = counts.get((method, target), 0) + 1
    if target.startswith("/die-now"):
        return False
    body = await read_body(reader, fields)
    parts = target.split("/")
    if target.startswith("/count/"):
        await answer(writer, str(counts.get((parts[2], "/" + "/".join(parts[3:])), 0)).encode())
    elif target == "/connections":
        await answer(writer, str(connections).encode())
    elif target.startswith("/echo"):
        text = head.rstrip(b"\r\n") + b"\r\n\r\n" + body
        await answer(writer, b"" if method == "HEAD" else text)
    elif target == "/size":
        await answer(writer, str(len(body)).encode())
    elif target.startswith("/bytes/"):
        count = int(parts[2])
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {count}\r\n\r\n".encode())
        block = bytes(1 << 16)
        while count > 0:
            writer.write(block[:count])
            count -= len(block)
            await writer.drain()
    elif target == "/gzip":
        await answer(writer, gzip.compress(b"a" * 100000), fields="Content-Encoding: gzip\r\n")
    elif target == "/die":
        return False
    elif target == "/no-answer":
        await asyncio.sleep(3600)
    elif target == "/stall":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        await writer.drain()
        await asyncio.sleep(3600)
    elif target == "/drip":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(100000):
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)
    elif parts[1] == "raw":
        writer.write(RAW[parts[2]])
        await writer.drain()
        return False
    else:
        await answer(writer, b"", "404 Not Found")
    return fields.get("connection") != "close"


async def serve(reader, writer):
    global connections
    connections += 1
    try:
        while await one(reader, writer):
            pass
    except (asyncio.IncompleteReadError, ConnectionError, ValueError):
        pass
    finally:
        writer.close()


async def main():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = await asyncio.start_server(serve, sock=listener, backlog=512)
    if len(sys.argv) > 1:
        await asyncio.start_unix_server(serve, sys.argv[1])
    print(listener.getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()
    import os

    os._exit(0)


asyncio.run(main())
