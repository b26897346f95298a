"""A folder on a disk of its own that is soon full: see TestServers.smallDisk in TransferServer.swift."""
import subprocess


def start(server, options):
    folder = server.path("disk")
    script = """
        mkdir "$1" && mount -t tmpfs -o size=2m none "$1" && echo ready && exec cat
        """
    # It ends, and the disk with it, when nobody holds its standard input open any more.
    process = subprocess.Popen(
        ["unshare", "-rm", "bash", "-c", script, "bash", folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    server.children.append(process)
    if process.stdout.readline() != "ready\n":
        return {"error": "mount namespaces are needed: run as root, or allow user namespaces"}
    return {"path": f"/proc/{process.pid}/root{folder}"}
