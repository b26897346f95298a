"""Two SOCKS 5 proxies: without authentication, and with a name and a password (RFC 1928, RFC 1929).

Each request is logged as received: `name HOST PORT` or `address HOST PORT`. The host
`refused.example` is rejected, and `loopback.example` is resolved only by the proxy.
"""
import socket
import struct
import threading

USER, PASSWORD = "user", "open-sesame"


def start(server, options):
    facts = {"user": USER, "password": PASSWORD}
    for name, is_open in {"open": True, "closed": False}.items():
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        log = server.write(f"{name}.log", "")
        threading.Thread(target=serve, args=(listener, is_open, log), daemon=True).start()
        facts[name] = f"127.0.0.1:{listener.getsockname()[1]}"
        facts[f"{name}Log"] = log
    return facts


def serve(listener, is_open, log):
    while True:
        client, _ = listener.accept()
        threading.Thread(target=tunnel, args=(client, is_open, log), daemon=True).start()


def exactly(client, count):
    """Reads exactly the requested number of bytes: the following ones belong to the payload."""
    data = b""
    while len(data) < count:
        piece = client.recv(count - len(data))
        if not piece:
            raise OSError("it ended too early")
        data += piece
    return data


def tunnel(client, is_open, log):
    with client:
        try:
            if not agree(client, is_open):
                return
            _, command, _, kind = exactly(client, 4)
            if kind == 3:
                host = exactly(client, exactly(client, 1)[0]).decode()
            else:
                family, size = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
                host = socket.inet_ntop(family, exactly(client, size))
            [port] = struct.unpack("!H", exactly(client, 2))
            with open(log, "a") as file:
                file.write(f"{'name' if kind == 3 else 'address'} {host} {port}\n")
            if command != 1 or host == "refused.example":
                client.sendall(bytes([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))
                return
            known = "127.0.0.1" if host == "loopback.example" else host
            with socket.create_connection((known, port), timeout=60) as behind:
                client.sendall(bytes([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
                back = threading.Thread(target=copy, args=(behind, client), daemon=True)
                back.start()
                copy(client, behind)
                back.join()
        except OSError:
            pass


def agree(client, is_open):
    _, count = exactly(client, 2)
    offered = exactly(client, count)
    method = 0 if is_open else 2
    if method not in offered:
        client.sendall(bytes([5, 255]))
        return False
    client.sendall(bytes([5, method]))
    if method == 0:
        return True
    _, size = exactly(client, 2)
    user = exactly(client, size)
    password = exactly(client, exactly(client, 1)[0])
    is_right = (user, password) == (USER.encode(), PASSWORD.encode())
    client.sendall(bytes([1, 0 if is_right else 1]))
    return is_right


def copy(source, sink):
    try:
        while piece := source.recv(1 << 16):
            sink.sendall(piece)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass
