"""Runs one server for as long as somebody holds the standard input of this process open.

    supervise.py KIND [JSON]

KIND is a module beside this one with `start(server, options)`, which returns what is worth knowing
of the server (URLs, paths). That is written to standard output as one line of JSON as soon as the
server answers; {"error": ...} when there is none. When standard input ends, which it does also when
who started this was killed, all processes are killed and the folder of the server is removed.
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
    """There is no server; the message says why."""


def die_with_parent():
    """The supervisor itself may be killed; Linux alone can tell its children."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Server:
    """What the modules start their processes with."""

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
        """Starts a process whose output goes to the log."""
        environment = {
            name: value for name, value in os.environ.items() if "proxy" not in name.lower()
        }
        with self.lock:
            if self.is_over:
                raise Unavailable("nobody waits for the server any more")
            with open(self.path("log"), "ab") as log:
                child = subprocess.Popen(
                    arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                    cwd=self.folder, pass_fds=pass_fds, start_new_session=True,
                    preexec_fn=die_with_parent)
            self.children.append(child)
        return child

    def until(self, child, condition):
        """Waits until the condition holds; false when the process has ended before."""
        end = time.monotonic() + self.patience
        while not condition():
            if child.poll() is not None:
                return False
            if time.monotonic() > end:
                raise Unavailable(f"{child.args[0]} does not answer\n{self.log()}")
            time.sleep(0.02)
        return child.poll() is None

    def run_on_ports(self, count, arguments):
        """Starts a process that cannot bind port 0: with `arguments(ports)`, until it has got them."""
        for _ in range(8):
            ports = [self.free_port() for _ in range(count)]
            child = self.run(arguments(ports))
            if self.until(child, lambda: all(is_answering(port) for port in ports)):
                return ports
        raise Unavailable(f"{child.args[0]} ends by itself\n{self.log()}")

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
        # Not sys.stdin.read(): its lock would be held while the process ends.
        while os.read(0, 4096):
            pass
        server.end()
        os._exit(0)

    # An interrupt is for who started this; the input ends then.
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
