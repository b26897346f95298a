"""BuildGrid as a scheduler for Bazel, with two workers: `buildgrid_worker.py`.

A process that ends is started again, as a service manager would do. So a test can kill the processes whose
identifiers are in the files `scheduler`, `one` and `two` of the folder `processes`.

Option `command`: an executable whose libraries actions need.
"""
import os
import re
import subprocess
import sys
import threading

import buildbox
from supervise import Unavailable, is_answering

WORKERS = ["one", "two"]

CONFIGURATION = """
server:
  - !channel
    address: "127.0.0.1:{port}"
    insecure-mode: true
connections:
  - !sql-connection &database
    connection-string: sqlite:///{folder}/state.db
storages:
  - !disk-storage &storage
    path: {folder}/storage
caches:
  - !lru-action-cache &cache
    storage: *storage
    max-cached-refs: 1000
    allow-updates: true
schedulers:
  - !sql-scheduler &scheduler
    sql: *database
    storage: *storage
    action-cache: *cache
    property-set: !dynamic-property-set
      match-property-keys: [worker]
    # In seconds: a worker that is silent for longer is considered dead.
    bot-session-keepalive-timeout: 30
    poll-interval: 0.1
    bot-poll-interval: 0.1
    assigners:
      - !priority-age-assigner
        interval: 0.1
        jitter-factor: 0.1
instances:
  - name: ""
    services:
      - !action-cache
        cache: *cache
      - !execution
        scheduler: *scheduler
      - !cas
        storage: *storage
      - !bytestream
        storage: *storage
# Each client that waits for an action occupies a thread.
thread-pool-size: 100
"""

# With PostgreSQL, `alembic upgrade head` creates the tables.
TABLES = """
import sqlalchemy, sys
from buildgrid.server.sql.models import Base
Base.metadata.create_all(sqlalchemy.create_engine(sys.argv[1]))
"""


def mounts(command):
    """Returns the folders of the machine that a command needs in a sandbox."""
    folders = [folder for folder in ["/bin", "/lib", "/lib64", "/usr"] if os.path.exists(folder)]
    libraries = subprocess.run(["ldd", command], capture_output=True, text=True, check=True).stdout
    for path in re.findall(r"=> (/\S+)", libraries):
        if not any(path.startswith(folder + "/") for folder in folders):
            folders.append(os.path.dirname(path))
    return [f"--mount={folder}" for folder in folders]


def keep_running(server, name, arguments):
    """Starts a process, and starts it again whenever it ends."""
    child = server.run(arguments)
    server.write(f"processes/{name}", str(child.pid))

    def watch(child):
        while True:
            child.wait()
            try:
                child = server.run(arguments)
            except Unavailable:
                return
            server.write(f"processes/{name}", str(child.pid))

    threading.Thread(target=watch, args=[child], daemon=True).start()
    return child


def start(server, options):
    server.program("bwrap", "bubblewrap")
    subprocess.run(
        [sys.executable, "-c", TABLES, f"sqlite:///{server.path('state.db')}"], check=True, stdout=subprocess.DEVNULL)
    port = server.free_port()
    configuration = server.write("buildgrid.yml", CONFIGURATION.format(port=port, folder=server.folder))
    bgd = os.path.join(os.path.dirname(sys.executable), "bgd")
    scheduler = keep_running(server, "scheduler", [bgd, "server", "start", configuration])
    if not server.until(scheduler, lambda: is_answering(port)):
        raise Unavailable(f"bgd exited unexpectedly\n{server.log()}")
    here = os.path.dirname(os.path.abspath(__file__))
    for name in WORKERS:
        worker = keep_running(server, name, [
            sys.executable, "-B", os.path.join(here, "buildgrid_worker.py"), name, f"127.0.0.1:{port}",
            server.path(name), *mounts(options["command"])])
        server.until(worker, lambda: os.path.exists(os.path.join(server.path(name), "ready")))
    return {
        "url": f"grpc://127.0.0.1:{port}", "objects": server.path("storage/cas/objects"), "folder": server.folder,
    }
