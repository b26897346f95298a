"""The token server of tokens.py under gunicorn, in a single process so that counts are correct."""
import os
import socket
import sys


def start(server, options):
    # Binds the socket here and passes it on, so that no other process can take the port.
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(2048)
    child = server.run(
        [
            sys.executable, "-B", "-m", "gunicorn", "--bind", f"fd://{listener.fileno()}",
            "--worker-class", "gthread", "--threads", "32", "--timeout", "0", "--keep-alive", "75",
            "--graceful-timeout", "0", "--no-control-socket", "--log-level", "warning",
            "--pythonpath", os.path.dirname(os.path.abspath(__file__)), "tokens:app",
        ],
        pass_fds=[listener.fileno()])
    port = listener.getsockname()[1]
    # The socket accepts connections before a worker runs; only a worker answers a request.
    if not server.until(child, lambda: answers(port)):
        raise RuntimeError(server.log())
    listener.close()
    return {"url": f"http://127.0.0.1:{port}"}


def answers(port):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as probe:
        probe.sendall(b"GET / HTTP/1.0\r\n\r\n")
        return probe.recv(12).endswith(b"200")
