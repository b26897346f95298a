"""httpbin under gunicorn, on a port and on a Unix socket."""
import socket
import sys


def start(server, options):
    # Binds the socket here and passes it on, so that no other process can take the port.
    listener, local = socket.socket(), socket.socket(socket.AF_UNIX)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    path = server.path("httpbin.sock")
    local.bind(path)
    sockets = [listener.fileno(), local.fileno()]
    for one in (listener, local):
        one.listen(1024)
    child = server.run(
        [
            sys.executable, "-m", "gunicorn", "--bind", f"fd://{sockets[0]}",
            "--bind", f"fd://{sockets[1]}", "--worker-class", "gthread", "--threads", "32",
            "--timeout", "0", "--keep-alive", "75", "--graceful-timeout", "0",
            "--no-control-socket", "--log-level", "warning", "httpbin:app",
        ],
        pass_fds=sockets)
    port = listener.getsockname()[1]
    # The socket accepts connections before a worker runs; only a worker answers a request.
    if not server.until(child, lambda: answers(port)):
        raise RuntimeError(server.log())
    listener.close()
    local.close()
    return {"url": f"http://127.0.0.1:{port}", "socket": path}


def answers(port):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as probe:
        probe.sendall(b"GET /status/204 HTTP/1.0\r\n\r\n")
        return probe.recv(12).endswith(b"204")
