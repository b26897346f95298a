"""Reads and writes vaults as specified in Documentation/Storage/Vault.md, with PyNaCl and argon2-cffi.

vault.py open PATH key HEX | passphrase TEXT       prints the secrets, as JSON
vault.py make PATH key HEX | passphrase TEXT       seals the secrets in standard input, as JSON
   [--retired]         with a retired key and a different primary key
   [--no-last]         without a chunk that is marked as the last one
   [--version N]       with the header of a later version
   [--cost T M]        T passes over M KiB
vault.py aead           verifies lines of JSON: key, nonce, additional, message, sealed, altered
vault.py cases COUNT    generates such lines
vault.py argon2         verifies lines of JSON: passphrase, salt, passes, kibibytes, key
"""
import base64, hashlib, json, os, random, struct, sys

import nacl.bindings as sodium
from argon2.low_level import Type, hash_secret_raw

MAGIC = bytes.fromhex("8954524d560d0a1a")
CHUNK = 65536


def argon2(passphrase, salt, passes, kibibytes):
    return hash_secret_raw(passphrase, salt, passes, kibibytes, 1, 32, Type.ID)


def checksum(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def wrapping_key(kind, secret, method, passes, kibibytes, salt):
    if method == 0:
        assert kind == "key" and passes == kibibytes == 0 and salt == bytes(16)
        return bytes.fromhex(secret)
    assert method == 1 and kind == "passphrase"
    return argon2(secret.encode(), salt, passes, kibibytes)


def open_vault(data, kind, secret):
    (magic, version, length, identifier, data_key, method, passes, kibibytes, salt, counter,
     key_count, body_length, stream_header, check) = struct.unpack("<8sII16sIIII16sQIQ24s32s", data[:140])
    assert (magic, version, length) == (MAGIC, 1, 140)
    assert check == checksum(data[:108])
    end = 140 + 77 * key_count
    assert data[end:end + 32] == checksum(data[140:end])
    body = data[end + 32:]
    assert len(body) == body_length
    wrapping = wrapping_key(kind, secret, method, passes, kibibytes, salt)
    keys = {}
    for start in range(140, end, 77):
        name, sealed = data[start:start + 5], data[start + 5:start + 77]
        key = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
            sealed[24:], data[:108] + name, sealed[:24], wrapping)
        keys[struct.unpack("<I", name[:4])[0]] = key
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, stream_header, keys[data_key])
    text, tag = b"", 0
    for start in range(0, len(body), CHUNK + 17):
        assert tag == 0
        chunk, tag = sodium.crypto_secretstream_xchacha20poly1305_pull(
            state, body[start:start + CHUNK + 17], data[:36])
        text += chunk
    assert tag == sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
    return counter, records(text)


def records(text):
    def take(count):
        nonlocal text
        part, text = text[:count], text[count:]
        assert len(part) == count
        return part

    def number():
        return struct.unpack("<I", take(4))[0]

    found = []
    for _ in range(number()):
        service, name, data = take(number()), take(number()), take(number())
        found.append([service.decode(), name.decode(), base64.b64encode(data).decode()])
    assert text == b""
    return found


def make_vault(secrets, kind, secret, options):
    passes, kibibytes = options.get("cost", (1, 64))
    method, salt = (1, os.urandom(16)) if kind == "passphrase" else (0, bytes(16))
    if method == 0:
        passes = kibibytes = 0
    too_much = passes > 10 or kibibytes > 1 << 20
    wrapping = bytes(32) if too_much else wrapping_key(
        kind, secret, method, passes, kibibytes, salt)
    keys = [(7, 1, os.urandom(32))]
    if "retired" in options:
        keys.append((6, 2, os.urandom(32)))
    data_key, _, key = keys[-1]
    text = struct.pack("<I", len(secrets))
    for service, name, data in secrets:
        for part in (service.encode(), name.encode(), base64.b64decode(data)):
            text += struct.pack("<I", len(part)) + part
    start = MAGIC + struct.pack("<II", options.get("version", 1), 140) + os.urandom(16)
    start += struct.pack("<I", data_key)
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    stream_header = sodium.crypto_secretstream_xchacha20poly1305_init_push(state, key)
    body, chunks = b"", [text[i:i + CHUNK] for i in range(0, len(text), CHUNK)]
    for index, chunk in enumerate(chunks):
        last = index == len(chunks) - 1 and "no-last" not in options
        body += sodium.crypto_secretstream_xchacha20poly1305_push(
            state, chunk, start,
            sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL if last else 0)
    head = start + struct.pack("<III16sQIQ", method, passes, kibibytes, salt, 41, len(keys), len(body))
    head += stream_header
    assert len(head) == 108
    wrapped = b""
    for identifier, status, key in keys:
        name, nonce = struct.pack("<IB", identifier, status), os.urandom(24)
        wrapped += name + nonce + sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
            key, head + name, nonce, wrapping)
    return head + checksum(head) + wrapped + checksum(wrapped) + body


def judge_aead(case):
    key, nonce, additional, sealed, altered = (
        bytes.fromhex(case[name]) for name in ("key", "nonce", "additional", "sealed", "altered"))
    message = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, additional, nonce, key)
    assert message.hex() == case["message"]
    try:
        sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(altered, additional, nonce, key)
    except Exception:
        return
    raise AssertionError("what was altered opens")


def make_cases(count):
    random.seed(count)
    for index in range(count):
        key, nonce = random.randbytes(32), random.randbytes(24)
        message = random.randbytes(random.choice([0, 1, 15, 16, 17, 63, 64, 65, 200]))
        additional = random.randbytes(random.choice([0, 1, 16, 36, 113]))
        sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(message, additional, nonce, key)
        altered = bytearray(sealed)
        # Most invalid cases have a tag with a small change.
        place = len(sealed) - 1 - index % 16 if index % 3 else random.randrange(len(sealed))
        altered[place] ^= 1 << random.randrange(8)
        print(json.dumps(dict(
            key=key.hex(), nonce=nonce.hex(), additional=additional.hex(), message=message.hex(),
            sealed=sealed.hex(), altered=bytes(altered).hex())))


def main(command, *words):
    if command == "open":
        with open(words[0], "rb") as file:
            counter, found = open_vault(file.read(), words[1], words[2])
        print(json.dumps({"counter": counter, "secrets": found}))
    elif command == "make":
        rest, options = list(words[3:]), {}
        while rest:
            name = rest.pop(0)[2:]
            options[name] = True
            if name == "version":
                options[name] = int(rest.pop(0))
            elif name == "cost":
                options[name] = (int(rest.pop(0)), int(rest.pop(0)))
        data = make_vault(json.load(sys.stdin), words[1], words[2], options)
        with os.fdopen(os.open(words[0], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
    elif command == "cases":
        make_cases(int(words[0]))
    elif command == "aead":
        cases = [json.loads(line) for line in sys.stdin]
        for case in cases:
            judge_aead(case)
        print(len(cases))
    elif command == "argon2":
        cases = [json.loads(line) for line in sys.stdin]
        for case in cases:
            key = argon2(
                bytes.fromhex(case["passphrase"]), bytes.fromhex(case["salt"]), case["passes"],
                case["kibibytes"])
            assert key.hex() == case["key"]
        print(len(cases))


main(*sys.argv[1:])
