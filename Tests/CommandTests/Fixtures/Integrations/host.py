"""Runs a command next to a server on the loopback interface that behaves like GitHub and GitLab.

Usage: host.py FOLDER COMMAND...

The command finds the server's address in the variable HOST. The server has the files of FOLDER below /files/, and
stores comments in FOLDER/comments.json. It accepts the token 'right'.
"""

import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse

FOLDER = pathlib.Path(sys.argv[1])
COMMENTS = FOLDER / "comments.json"
LIST = re.compile(r"/repos/o/r/issues/7/comments|/projects/12/merge_requests/7/notes")
ITEM = re.compile(r"(?:/repos/o/r/issues/comments|/projects/12/merge_requests/7/notes)/(\d+)")


class Host(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def translate_path(self, path):
        return super().translate_path(path.removeprefix("/files"))

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def comments(self):
        """Changes or lists the comments."""
        url = urllib.parse.urlsplit(self.path)
        tokens = (self.headers.get("Authorization"), self.headers.get("PRIVATE-TOKEN"))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if tokens not in [("Bearer right", None), (None, "right")]:
            return self.answer(403, {"message": "Resource not accessible by integration"})
        comments = json.loads(COMMENTS.read_text()) if COMMENTS.exists() else []
        item = ITEM.fullmatch(url.path)
        if self.command == "GET" and LIST.fullmatch(url.path):
            query = urllib.parse.parse_qs(url.query)
            size, page = int(query["per_page"][0]), int(query["page"][0])
            return self.answer(200, comments[(page - 1) * size : page * size])
        if self.command == "POST" and LIST.fullmatch(url.path):
            comments.append({"id": 100 + len(comments), **json.loads(body)})
        elif self.command in ("PATCH", "PUT") and item:
            next(c for c in comments if c["id"] == int(item[1])).update(json.loads(body))
        else:
            return self.answer(404, {"message": f"Not Found: {self.command} {url.path}"})
        COMMENTS.write_text(json.dumps(comments, ensure_ascii=False))
        return self.answer(201, {})

    def do_GET(self):
        return super().do_GET() if self.path.startswith("/files/") else self.comments()

    do_POST = do_PATCH = do_PUT = comments


with http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Host, directory=str(FOLDER))
) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    status = subprocess.run(
        sys.argv[2:], env={**os.environ, "HOST": f"http://127.0.0.1:{server.server_port}"}
    ).returncode
    server.shutdown()
sys.exit(status)
