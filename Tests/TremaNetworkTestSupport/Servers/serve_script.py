"""Returns scripted responses in order and logs the requests.

`POST /script/KEY` sets the script, a JSON list of {"status", "fields", "body", "cut"}. Every other request
for /KEY or a path below it gets the next response. `cut` closes the connection without a response, as
does the end of the script. `GET /log/KEY` returns a list of {"method", "path", "fields"} of the requests.
"""
import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    scripts = {}
    logs = {}

    def handle_one_request(self):
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline:
            self.close_connection = True
        elif self.parse_request():
            self.exchange()

    def exchange(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        first, _, rest = self.path.split("?")[0][1:].partition("/")
        if first == "script":
            with self.lock:
                self.scripts[rest], self.logs[rest] = json.loads(body), []
            return self.answer(204, [], b"")
        if first == "log":
            with self.lock:
                log = json.dumps(self.logs[rest]).encode()
            return self.answer(200, [], log)
        with self.lock:
            fields = [[name, value] for name, value in self.headers.items()]
            log = self.logs[first]
            log.append({"method": self.command, "path": self.path, "fields": fields})
            script = self.scripts[first]
            step = script[len(log) - 1] if len(log) <= len(script) else {"cut": True}
        if step.get("cut"):
            self.close_connection = True
            return None
        return self.answer(step["status"], step["fields"], step["body"].encode())

    def answer(self, status, fields, body):
        # Without an automatic Date field: tests control the time.
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        has_body = status not in (204, 304)
        if has_body and not any(name.lower() == "content-length" for name, _ in fields):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if has_body and self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *words):
        pass


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # A larger backlog than the library's five: many tests connect concurrently.
    request_queue_size = 256


def start(server, options):
    listener = Listener(("127.0.0.1", 0), Handler)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    return {"url": f"http://127.0.0.1:{listener.server_address[1]}"}
