"""Two origins that redirect, set cookies and report the requests they receive.

    /echo                       the request as JSON: method, path, fields, body
    /to/STATUS?url=URL          redirects to URL; `url` may be repeated or missing
    /self/STATUS                redirects to itself
    /ring/N                     redirects to /ring/N+1, endlessly
    /login                      sets the cookie `seen` and redirects to itself until it is sent
    /set?c=FIELD&c=FIELD        sets cookies
    /bomb/COUNT/SIZE            sets COUNT cookies of SIZE bytes each
"""
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import threading
from urllib.parse import parse_qs, urlsplit


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if self.headers.get("Transfer-Encoding"):
            body = self.chunks()
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        words = url.path.strip("/").split("/")
        status, fields, text = 200, [], "{}"
        if words[0] == "echo":
            seen = [[name, value] for name, value in self.headers.items()]
            text = json.dumps(
                {"method": self.command, "path": self.path, "fields": seen,
                 "body": body.decode(errors="replace")})
        elif words[0] == "to":
            status = int(words[1])
            fields = [("Location", one) for one in query.get("url", [])]
        elif words[0] == "self":
            status, fields = int(words[1]), [("Location", self.path)]
        elif words[0] == "ring":
            status, fields = 302, [("Location", f"/ring/{int(words[1]) + 1}")]
        elif words[0] == "login":
            if "seen=yes" not in self.headers.get("Cookie", ""):
                status = 302
                fields = [("Location", "/login"), ("Set-Cookie", "seen=yes")]
        elif words[0] == "set":
            fields = [("Set-Cookie", one) for one in query.get("c", [])]
        elif words[0] == "bomb":
            fields = [
                ("Set-Cookie", f"bomb{index}={'x' * int(words[2])}; Path=/")
                for index in range(int(words[1]))
            ]
        data = text.encode()
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def chunks(self):
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def log_message(self, *arguments):
        pass

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_QUERY = answer


def start(server, options):
    facts = {}
    for name in ("first", "second"):
        origin = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        origin.daemon_threads = True
        threading.Thread(target=origin.serve_forever, daemon=True).start()
        facts[name] = f"http://127.0.0.1:{origin.server_address[1]}"
    return facts
