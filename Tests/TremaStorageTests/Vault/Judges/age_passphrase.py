"""Types a passphrase for `age`, which asks a terminal alone: age_passphrase.py PASSPHRASE COMMAND..."""
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
        # Linux says so when the other side is gone.
        break
    if not part:
        break
    said += part
    unanswered += part
    # It asks once to open, and twice to seal.
    if b"assphrase" in unanswered and unanswered.rstrip().endswith(b":"):
        os.write(terminal, passphrase.encode() + b"\n")
        unanswered = b""
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if status:
    sys.stderr.buffer.write(said)
sys.exit(status)
