"""Mounts a small file system that is quickly full: see TestServers.smallDisk in TransferServer.swift."""
import os

SCRIPT = 'mkdir "$1" && mount -t tmpfs -o size=2m none "$1" && touch ready && exec sleep infinity'


def start(server, options):
    folder = server.path("disk")
    child = server.run(["unshare", "-rm", "bash", "-c", SCRIPT, "bash", folder])
    if not server.until(child, lambda: os.path.exists(server.path("ready"))):
        why = "this needs mount namespaces: run as root, or allow user namespaces"
        return {"error": f"{why}\n{server.log()}"}
    return {"path": f"/proc/{child.pid}/root{folder}"}
