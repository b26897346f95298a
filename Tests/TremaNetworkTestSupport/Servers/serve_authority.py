"""Creates a private certificate authority and certificates in a folder. Starts no server."""
import base64
import datetime
import hashlib
import subprocess

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import serialization

PASSPHRASE = "open sesame"
HOSTS = ["localhost", "127.0.0.1", "::1"]


def start(server, options):
    now = datetime.datetime.now(datetime.timezone.utc)
    authority, stranger = trustme.CA(), trustme.CA()
    server.write("authority.pem", authority.cert_pem.bytes())
    server.write("stranger.pem", stranger.cert_pem.bytes())
    leaves = {
        "server": authority.issue_cert(*HOSTS),
        "expired": authority.issue_cert(
            *HOSTS, not_before=now - datetime.timedelta(days=9),
            not_after=now - datetime.timedelta(days=2)),
        "not-yet": authority.issue_cert(
            *HOSTS, not_before=now + datetime.timedelta(days=2),
            not_after=now + datetime.timedelta(days=9)),
        "wrong-host": authority.issue_cert("elsewhere.example"),
        "untrusted": stranger.issue_cert(*HOSTS),
        "client": authority.issue_cert("client@example.com"),
    }
    for name, leaf in leaves.items():
        chain = b"".join(part.bytes() for part in leaf.cert_chain_pems)
        server.write(f"{name}.pem", chain)
        server.write(f"{name}.key", leaf.private_key_pem.bytes())
    self_sign(server)
    openssl = server.program("openssl", "openssl")
    for name, options in {"client.p12": [], "client-legacy.p12": ["-legacy"]}.items():
        subprocess.run(
            [
                openssl, "pkcs12", "-export", *options, "-in", server.path("client.pem"),
                "-inkey", server.path("client.key"), "-out", server.path(name),
                "-passout", f"pass:{PASSPHRASE}",
            ],
            check=True, capture_output=True, timeout=60)
    subprocess.run(
        [
            openssl, "pkey", "-in", server.path("client.key"), "-aes256",
            "-out", server.path("client-encrypted.key"), "-passout", f"pass:{PASSPHRASE}",
        ],
        check=True, capture_output=True, timeout=60)
    return {
        "folder": server.folder,
        "passphrase": PASSPHRASE,
        "pin": pin(leaves["server"].cert_chain_pems[0].bytes()),
        "otherPin": pin(leaves["untrusted"].cert_chain_pems[0].bytes()),
        "authorityPin": pin(authority.cert_pem.bytes()),
    }


def pin(pem):
    key = x509.load_pem_x509_certificate(pem).public_key()
    info = key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(info).digest()).decode()


def self_sign(server):
    """Creates a self-signed certificate for the correct hosts."""
    openssl = server.program("openssl", "openssl")
    subprocess.run(
        [
            openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", server.path("self-signed.key"), "-out", server.path("self-signed.pem"),
        ],
        check=True, capture_output=True, timeout=60)
