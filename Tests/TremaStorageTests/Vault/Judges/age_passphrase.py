"""Types a passphrase for `age`, which asks a terminal alone: age_passphrase.py PASSPHRASE COMMAND..."""
import os, pty, sys

passphrase, command = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
said, answered = b"", 0
while True:
    try:
        part = os.read(terminal, 1024)
    except OSError:
        break
    if not part:
        break
    said += part
    # It asks once to open, and twice to seal.
    while answered < said.count(b"assphrase") and said.rstrip().endswith(b":"):
        os.write(terminal, passphrase.encode() + b"\n")
        answered += 1
        said = b""
        answered = 0
        break
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if status:
    sys.stderr.buffer.write(said)
sys.exit(status)
