"""nginx with all tested features in one process: see nginx.conf."""
import os
import socket
import string

NAMES = ["http", "tls", "http2", "clientCertificates", "tls12"]
HERE = os.path.dirname(os.path.abspath(__file__))


def template(name, values):
    with open(os.path.join(HERE, name)) as file:
        return string.Template(file.read()).substitute(values)


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def start(server, options):
    nginx = server.program("nginx", "nginx-light")
    files = {
        "hello.txt": b"hello, world\n",
        "empty.txt": b"",
        "text.txt": b"".join(b"line %d of a text that shrinks well\n" % n for n in range(3000)),
        "ten.bin": bytes(range(256)) * 40960,
    }
    for name, content in files.items():
        server.write(f"files/{name}", content)
    # A sparse file of 1 GiB.
    with open(server.path("files/large.bin"), "wb") as large:
        large.truncate(1 << 30)
    server.write("users", "user:{PLAIN}password\n")

    def arguments(ports):
        values = {
            "folder": server.folder, "authority": options["authority"],
            "ipv6": "[::1]" if has_ipv6() else "127.0.0.2", "twoHundred": "x" * 200,
            **dict(zip(NAMES, ports)),
        }
        server.write("nginx.conf", template("nginx.conf", values))
        server.write("locations.conf", template("nginx-locations.conf", values))
        return [nginx, "-p", server.folder, "-e", "stderr", "-c", server.path("nginx.conf")]

    ports = server.run_on_ports(len(NAMES), arguments)
    facts = {
        name: f"{'http' if name == 'http' else 'https'}://localhost:{port}"
        for name, port in zip(NAMES, ports)
    }
    facts["http"] = facts["http"].replace("localhost", "127.0.0.1")
    facts["ipv6"] = f"http://[::1]:{ports[0]}" if has_ipv6() else ""
    facts["socket"] = server.path("nginx.sock")
    facts["files"] = server.path("files")
    return facts
