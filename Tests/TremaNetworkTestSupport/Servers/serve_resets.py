"""HTTP/2 without TLS; the port selects how streams or the connection end (RFC 9113).

Frames are constructed here, because no server library supports these faults.
"""
import socket
import struct
import threading

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_HEADERS = 4
# A PING, whose acknowledgment shows that the client has processed the frames before it.
ROUND_TRIP = (PING, bytes(8))
# `:status: 200` in the static table of HPACK.
OK = b"\x88"
NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL = 0, 2, 7, 8

WAYS = {
    "internalError": [(RST_STREAM, struct.pack("!I", INTERNAL_ERROR))],
    "cancel": [(RST_STREAM, struct.pack("!I", CANCEL))],
    "refused": [(RST_STREAM, struct.pack("!I", REFUSED_STREAM))],
    "inBody": [
        (HEADERS, OK), (DATA, b"half"), ROUND_TRIP, (RST_STREAM, struct.pack("!I", INTERNAL_ERROR)),
    ],
    "endInBody": [(HEADERS, OK), (DATA, b"half"), ROUND_TRIP, None],
    "goAway": [(GOAWAY, struct.pack("!II", 0, INTERNAL_ERROR)), None],
}


def start(server, options):
    facts = {}
    for name, frames in WAYS.items():
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        log = server.write(f"{name}.log", "")
        threading.Thread(target=serve, args=(listener, frames, log), daemon=True).start()
        facts[name] = f"http://127.0.0.1:{listener.getsockname()[1]}"
        facts[f"{name}Log"] = log
    return facts


def serve(listener, frames, log):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=speak, args=(client, frames, log), daemon=True).start()


def exactly(client, count):
    data = b""
    while len(data) < count:
        piece = client.recv(count - len(data))
        if not piece:
            raise OSError("it ended too early")
        data += piece
    return data


def frame(kind, flags, stream, payload):
    return struct.pack("!I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(
        "!I", stream) + payload


def speak(client, frames, log):
    with client:
        try:
            exactly(client, len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
            client.sendall(frame(SETTINGS, 0, 0, b""))
            while True:
                stream = until(client, HEADERS)
                with open(log, "a") as file:
                    file.write("request\n")
                for step in frames:
                    if step is None:
                        return
                    kind, payload = step
                    client.sendall(
                        frame(
                            kind, END_HEADERS if kind == HEADERS else 0,
                            0 if kind in (GOAWAY, PING) else stream, payload))
                    if step == ROUND_TRIP:
                        until(client, PING)
        except OSError:
            pass


def until(client, wanted):
    """Reads frames up to the next one of a kind and returns its stream."""
    while True:
        head = exactly(client, 9)
        kind, flags = head[3], head[4]
        [stream] = struct.unpack("!I", head[5:])
        exactly(client, int.from_bytes(head[:3], "big"))
        if kind == SETTINGS and flags == 0:
            client.sendall(frame(SETTINGS, 1, 0, b""))
        if kind == wanted:
            return stream
