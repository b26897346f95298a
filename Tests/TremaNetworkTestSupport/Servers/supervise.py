"""Runs one server until the standard input of this process is closed.

    supervise.py KIND [JSON]

KIND is a module in this folder with `start(server, options)`, which returns facts about the server (URLs,
paths). They are written to standard output as one line of JSON as soon as the server accepts requests,
or {"error": ...} if it cannot be started. When standard input is closed, which also happens if the
parent process is killed, all processes are killed and the folder of the server is removed.
"""
import ctypes
import importlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time


class Unavailable(Exception):
    """The server cannot be started; the message is the reason."""


def die_with_parent():
    """Requests a signal when the supervisor is killed, which only Linux supports."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Server:
    """The context in which modules start their processes."""

    patience = 60

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="trema-server-")
        self.children = []
        self.lock = threading.Lock()
        self.is_over = False

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb" if isinstance(text, bytes) else "w") as file:
            file.write(text)
        return path

    def program(self, name, package):
        path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
        if path is None:
            raise Unavailable(f"{name} is not installed; it is part of {package} (make setup)")
        return path

    def free_port(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def run(self, arguments, pass_fds=()):
        """Starts a process whose output is written to the log."""
        environment = {
            name: value for name, value in os.environ.items() if "proxy" not in name.lower()
        }
        with self.lock:
            if self.is_over:
                raise Unavailable("standard input was closed")
            with open(self.path("log"), "ab") as log:
                child = subprocess.Popen(
                    arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                    cwd=self.folder, pass_fds=pass_fds, start_new_session=True,
                    preexec_fn=die_with_parent)
            self.children.append(child)
        return child

    def until(self, child, condition):
        """Waits until the condition holds; returns false if the process exits before."""
        end = time.monotonic() + self.patience
        while not condition():
            if child.poll() is not None:
                return False
            if time.monotonic() > end:
                raise Unavailable(f"{child.args[0]} does not accept requests\n{self.log()}")
            time.sleep(0.02)
        return child.poll() is None

    def run_on_ports(self, count, arguments):
        """Starts a process that cannot bind port 0: retries `arguments(ports)` until the ports are free."""
        for _ in range(8):
            ports = [self.free_port() for _ in range(count)]
            child = self.run(arguments(ports))
            if self.until(child, lambda: all(is_answering(port) for port in ports)):
                return ports
        raise Unavailable(f"{child.args[0]} exited unexpectedly\n{self.log()}")

    def log(self):
        with open(self.path("log"), errors="replace") as log:
            return log.read()[-2000:]

    def end(self):
        with self.lock:
            self.is_over = True
            for child in self.children:
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                child.wait()
            shutil.rmtree(self.folder, ignore_errors=True)


def is_answering(port):
    with socket.socket() as probe:
        probe.settimeout(5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main():
    server = Server()

    def end_with_input():
        # Not sys.stdin.read(), which would hold its lock while the process exits.
        while os.read(0, 4096):
            pass
        server.end()
        os._exit(0)

    # Ignores interrupts, which the parent handles; standard input is closed when it exits.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=end_with_input, daemon=True).start()
    try:
        module = importlib.import_module(sys.argv[1])
        facts = module.start(server, json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})
    except Exception as error:
        facts = {"error": str(error) if isinstance(error, Unavailable) else repr(error)}
    os.write(1, (json.dumps(facts) + "\n").encode())
    os.close(1)
    threading.Event().wait()


if __name__ == "__main__":
    main()
