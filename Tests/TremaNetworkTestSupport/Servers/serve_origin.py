"""Responds with the fields in the query and counts the responses: /NAME?Cache-Control=max-age%3D9.

The body is `NAME COUNT`, where COUNT is the number of responses with a body for the path. `framing` in
the query is not a field: `length`, `chunked`, `close`, or `cut`, which breaks off within a chunked
body. A request whose If-None-Match equals the requested ETag gets 304.
"""
import http.server
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    counts = {}
    lock = threading.Lock()

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        fields = dict(urllib.parse.parse_qsl(url.query))
        framing = fields.pop("framing", "length")
        if self.headers.get("If-None-Match") == fields.get("ETag", ""):
            self.head(304, fields)
            return
        with self.lock:
            count = self.counts[url.path] = self.counts.get(url.path, 0) + 1
        body = f"{url.path[1:]} {count}".encode()
        fields |= {
            "length": {"Content-Length": str(len(body))},
            "close": {"Connection": "close"},
        }.get(framing, {"Transfer-Encoding": "chunked"})
        self.head(200, fields)
        if self.command == "HEAD":
            return
        if framing in ("chunked", "cut"):
            body = b"%x\r\n%s\r\n" % (len(body), body) + (b"0\r\n\r\n" if framing == "chunked" else b"")
        self.wfile.write(body)
        self.close_connection = framing in ("close", "cut")

    do_HEAD = do_GET

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.head(200, {"Content-Length": "0"})

    def head(self, status, fields):
        # Without a Date field: tests control the time.
        self.send_response_only(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *words):
        pass


def start(server, options):
    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    return {"url": f"http://127.0.0.1:{listener.server_address[1]}"}
