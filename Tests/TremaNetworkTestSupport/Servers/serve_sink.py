"""Accepts bodies of any length, discards them, and responds with the number of bytes received."""
import socket
import threading


def start(server, options):
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    threading.Thread(target=serve, args=(listener,), daemon=True).start()
    return {"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}


def serve(listener):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=swallow, args=(client,), daemon=True).start()


def swallow(client):
    with client:
        data = b""
        while b"\r\n\r\n" not in data:
            piece = client.recv(1 << 16)
            if not piece:
                return
            data += piece
        head, _, rest = data.partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        length, count = int(fields.get(b"content-length", 0)), len(rest)
        # Only Linux discards received bytes without copying them.
        flags = getattr(socket, "MSG_TRUNC", 0)
        buffer = bytearray(1 << 22)
        while count < length:
            size = client.recv_into(buffer, min(len(buffer), length - count), flags)
            if size == 0:
                return
            count += size
        body = b"%d of %d" % (count, length)
        client.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
