"""Enters a passphrase for `age`, which reads it only from a terminal.

Usage: age_passphrase.py PASSPHRASE COMMAND...
"""
import os, pty, sys

passphrase, command = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said, unanswered = b"", b""
while True:
    try:
        part = os.read(terminal, 1024)
    except OSError:
        # On Linux, reading fails after the other side has been closed.
        break
    if not part:
        break
    said += part
    unanswered += part
    # age prompts once to decrypt, and twice to encrypt.
    if b"assphrase" in unanswered and unanswered.rstrip().endswith(b":"):
        os.write(terminal, passphrase.encode() + b"\n")
        unanswered = b""
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if status:
    sys.stderr.buffer.write(said)
sys.exit(status)
