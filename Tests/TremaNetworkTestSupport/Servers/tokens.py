"""A token server based on Authlib, with protected resources. Each client has separate state.

POST /clients?method=client_secret_basic&delay=0.2   registers a client: client_id, client_secret
POST /clients/ID/seed        issues tokens for a user without a login
POST /clients/ID/login       a plain login, JSON with "user" and "password": {"token": "…"}, else 401
POST /clients/ID/expire      invalidates its access tokens
POST /clients/ID/end         invalidates its access and refresh tokens
POST /clients/ID/fail?times=1&status=503   makes that many calls of the token endpoint fail
GET  /clients/ID             counts: by grant, "refused" (token endpoint), "denied" and "things"
GET  /authorize              the user consents; with `login_hint=no` the user declines
POST /token                  RFC 6749; refresh tokens are valid once
any  /things                 401 without a valid access token; otherwise the body, or the user
GET  /door                   302 to /guarded/kept, with the cookies `session` and `XSRF-TOKEN`
GET  /guarded/kept           `USER COUNT`, fresh for a minute; requires a token and the cookies
POST /guarded/kept           changes it; also requires the XSRF token
GET  /guarded/busy           503 with Retry-After the first time, then the user
GET  /guarded/events         events 1 to 3, two per connection
GET  /guarded/file           200,000 bytes, with ranges
POST /signed                 Digest SHA-256, only `auth-int`, for `ada` and `lovelace`: the length of
                             the body as received, and the decompressed body
"""
import base64
import gzip
import hashlib
import io
import os
import secrets
import threading
import time
from urllib.parse import unquote_plus

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer  # noqa: E402
from authlib.oauth2.rfc6749 import grants  # noqa: E402
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin  # noqa: E402
from authlib.oauth2.rfc6749.errors import OAuth2Error  # noqa: E402
from authlib.oauth2.rfc7636 import CodeChallenge  # noqa: E402
from flask import Flask, jsonify, redirect, request, send_file  # noqa: E402

LOCK = threading.RLock()
CLIENTS, CODES, TOKENS = {}, {}, []
REDIRECT = "com.example.app:/signed-in"


class Client(ClientMixin):
    def __init__(self, method, delay):
        self.client_id = secrets.token_urlsafe(8) + ":+ &"
        self.client_secret = secrets.token_urlsafe(8) + "%/ü"
        self.method, self.delay = method, delay
        self.failures, self.status = 0, 503
        self.counts = {}

    def count(self, name):
        with LOCK:
            self.counts[name] = self.counts.get(name, 0) + 1

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return REDIRECT

    def get_allowed_scope(self, scope):
        return " ".join(s for s in (scope or "").split() if s in ("read", "write"))

    def check_redirect_uri(self, uri):
        return uri == REDIRECT

    def check_client_secret(self, secret):
        return secret == self.client_secret

    def check_endpoint_auth_method(self, method, endpoint):
        return endpoint != "token" or method == self.method

    def check_response_type(self, kind):
        return kind == "code"

    def check_grant_type(self, kind):
        return True


class Token(TokenMixin):
    def __init__(self, client_id, user, values):
        self.client_id, self.user, self.values = client_id, user, values
        self.live, self.refreshable = True, True

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return self.values.get("scope", "")

    def get_expires_in(self):
        return self.values["expires_in"]

    def is_expired(self):
        return False

    def is_revoked(self):
        return not self.live

    def get_user(self):
        return self.user

    def get_client(self):
        return CLIENTS[self.client_id]


class Code:
    def __init__(self, values, user, client_id):
        self.user, self.client_id = user, client_id
        self.code = values.payload.data.get("code") or ""
        self.redirect_uri = values.payload.redirect_uri
        self.scope = values.payload.scope
        self.code_challenge = values.payload.data.get("code_challenge")
        self.code_challenge_method = values.payload.data.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]

    def save_authorization_code(self, code, request):
        CODES[code] = Code(request, request.user, request.client.client_id)

    def query_authorization_code(self, code, client):
        found = CODES.get(code)
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code):
        for code, value in list(CODES.items()):
            if value is authorization_code:
                del CODES[code]

    def authenticate_user(self, authorization_code):
        return authorization_code.user


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        with LOCK:
            for token in TOKENS:
                if token.values.get("refresh_token") == refresh_token and token.refreshable:
                    # Valid once, even for concurrent requests.
                    token.refreshable = False
                    return token
        return None

    def authenticate_user(self, credential):
        return credential.user

    def revoke_old_credential(self, credential):
        credential.live = False


class ClientGrant(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


def save(values, request):
    with LOCK:
        TOKENS.append(Token(request.client.client_id, request.user or "itself", dict(values)))


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(app, CLIENTS.get, save)
server.register_grant(CodeGrant, [CodeChallenge(required=True)])
server.register_grant(RefreshGrant)
server.register_grant(ClientGrant)


def caller():
    """Returns the client named in a token request, without authenticating it."""
    identity = request.form.get("client_id")
    if request.authorization and request.authorization.type == "basic":
        identity = unquote_plus(request.authorization.username)
    return CLIENTS.get(identity)


class Decoded:
    """Decodes Basic credentials, which RFC 6749, section 2.3.1, encodes; Authlib does not decode them."""

    def __init__(self, inner):
        self.inner = inner

    def __call__(self, environment, start):
        field = environment.get("HTTP_AUTHORIZATION", "")
        if environment["PATH_INFO"] == "/token" and field.startswith("Basic "):
            name, _, secret = base64.b64decode(field[6:]).decode().partition(":")
            environment["trema.client"] = (unquote_plus(name), unquote_plus(secret))
        return self.inner(environment, start)


app.wsgi_app = Decoded(app.wsgi_app)


def authenticate_basic(query_client, _):
    name, secret = request.environ.get("trema.client", (None, None))
    client = query_client(name) if name else None
    return client if client and client.check_client_secret(secret) else None


server.register_client_auth_method("client_secret_basic", authenticate_basic)


@app.post("/token")
def token():
    client = caller()
    if client:
        time.sleep(client.delay)
        client.count(request.form.get("grant_type", "none"))
        with LOCK:
            failing = client.failures > 0
            client.failures -= 1 if failing else 0
        if failing:
            return "out of order", client.status
    response = server.create_token_response()
    if client and response.status_code != 200:
        client.count("refused")
    return response


@app.get("/authorize")
def authorize():
    user = None if request.args.get("login_hint") == "no" else "ada"
    try:
        grant = server.get_consent_grant(end_user=user or "ada")
    except OAuth2Error as error:
        return jsonify(dict(error.get_body())), 400
    return server.create_authorization_response(grant=grant, grant_user=user)


def caller_of_things():
    """Returns the token of a request, or the response to a request without a valid token."""
    field = request.headers.get("Authorization", "")
    with LOCK:
        live = next((t for t in TOKENS if t.live and field == "Bearer " + t.values["access_token"]),
                    None)
        dead = next((t for t in TOKENS if field == "Bearer " + t.values["access_token"]), None)
    if live is None:
        if dead:
            dead.get_client().count("denied")
        return None, (
            "denied", 401, {"WWW-Authenticate": 'Bearer realm="things", error="invalid_token"'})
    return live, None


@app.route("/things", methods=["GET", "POST", "PUT"])
def things():
    body = request.get_data()
    live, denied = caller_of_things()
    if denied:
        return denied
    live.get_client().count("things")
    return body or live.user


@app.get("/door")
def door():
    response = redirect("/guarded/kept")
    response.set_cookie("session", "s-1", max_age=3600, httponly=True)
    response.set_cookie("XSRF-TOKEN", "x-1", max_age=3600)
    return response


@app.route("/guarded/<what>", methods=["GET", "POST"])
def guarded(what):
    body = request.get_data()
    live, denied = caller_of_things()
    if denied:
        return denied
    if request.cookies.get("session") != "s-1":
        return "no session", 403
    client = live.get_client()
    client.count(what)
    count = client.counts[what]
    if request.method == "POST":
        said = request.headers.get("X-XSRF-TOKEN")
        return (f"{len(body)}", 200) if said == "x-1" else ("no token", 403)
    if what == "busy" and count == 1:
        return "later", 503, {"Retry-After": "1"}
    if what == "events":
        last = int(request.headers.get("Last-Event-ID", "0"))
        if last == 3:
            return "", 204
        events = "".join(f"id: {n}\ndata: {live.user} {n}\n\n" for n in (last + 1, last + 2) if n < 4)
        return events, 200, {"Content-Type": "text/event-stream"}
    if what == "file":
        data = bytes((at * 7 + at // 251) & 255 for at in range(200_000))
        return send_file(
            io.BytesIO(data), "application/octet-stream", etag="v0", conditional=True)
    return f"{live.user} {count}", 200, {"Cache-Control": "max-age=60"}


@app.post("/signed")
def signed():
    def digest(*parts):
        return hashlib.sha256(":".join(parts).encode()).hexdigest()

    body = request.get_data()
    said = request.authorization
    if not said or said.type != "digest":
        return "", 401, {
            "WWW-Authenticate":
                'Digest realm="things", qop="auth-int", algorithm=SHA-256, nonce="n-1"'}
    content = hashlib.sha256(body).hexdigest()
    answer = digest(
        digest("ada", "things", "lovelace"), said.nonce, said.nc, said.cnonce, said.qop,
        digest(request.method, request.full_path.rstrip("?"), content))
    if said.qop != "auth-int" or said.response != answer:
        return "wrong", 403
    whole = gzip.decompress(body) if request.headers.get("Content-Encoding") == "gzip" else body
    return jsonify(sent=len(body), whole=len(whole))


@app.post("/clients")
def register():
    client = Client(
        request.args.get("method", "client_secret_basic"), float(request.args.get("delay", "0")))
    CLIENTS[client.client_id] = client
    return jsonify(client_id=client.client_id, client_secret=client.client_secret)


@app.post("/clients/<path:identity>/seed")
def seed(identity):
    values = {
        "access_token": secrets.token_urlsafe(16), "refresh_token": secrets.token_urlsafe(16),
        "token_type": "Bearer", "expires_in": 3600, "scope": "read",
    }
    TOKENS.append(Token(identity, "ada", values))
    return jsonify(values)


@app.post("/clients/<path:identity>/login")
def login(identity):
    client = CLIENTS[identity]
    time.sleep(client.delay)
    client.count("login")
    if request.get_json().get("password") != "lovelace":
        return jsonify(reason="wrong password"), 401
    values = {"access_token": secrets.token_urlsafe(16), "expires_in": 3600, "scope": "read"}
    TOKENS.append(Token(identity, "ada", values))
    return jsonify(token=values["access_token"])


@app.post("/clients/<path:identity>/expire")
def expire(identity):
    with LOCK:
        for one in TOKENS:
            one.live = one.live and one.client_id != identity
    return ""


@app.post("/clients/<path:identity>/end")
def end(identity):
    with LOCK:
        for one in TOKENS:
            if one.client_id == identity:
                one.live = one.refreshable = False
    return ""


@app.post("/clients/<path:identity>/fail")
def fail(identity):
    client = CLIENTS[identity]
    client.failures, client.status = int(request.args["times"]), int(request.args["status"])
    return ""


@app.get("/clients/<path:identity>")
def counts(identity):
    return jsonify(CLIENTS[identity].counts)


@app.get("/")
def ready():
    return "ready"
