"""A worker for BuildGrid that runs actions in sandboxes of BuildBox.

    buildgrid_worker.py NAME SERVER FOLDER [--mount FOLDER]...

It does what buildbox-worker does, which no package contains: it requests leases from the scheduler (Remote Workers
API), one at a time, and runs the action of each with buildbox-run, in a sandbox that contains the inputs of the action
and the mounted folders. A buildbox-casd of its own stores inputs and outputs, and exchanges them with the server.

In FOLDER, `actions` has a line for each action that was run, `running` exists while an action runs, and `delay` can
contain the number of seconds by which actions are delayed.
"""
import argparse
import pathlib
import shutil
import subprocess
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2.remote_execution_pb2 import Action, ActionResult
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc
from buildgrid._protos.google.rpc import code_pb2

import buildbox
from supervise import die_with_parent

# In seconds: how often a worker reports that an action runs, and how long it waits for work.
REPORT_INTERVAL = 1
REQUEST_TIMEOUT = 10


class Run:
    """An action that runs in a sandbox."""

    def __init__(self, worker, lease):
        self.worker = worker
        self.lease = lease.id
        self.action = Action()
        lease.payload.Unpack(self.action)
        # A folder for each run: buildbox-run fails if it finds the error of an earlier one.
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=worker.folder))
        (self.folder / "action").write_bytes(self.action.SerializeToString())
        delay = worker.folder / "delay"
        command = [
            buildbox.program("buildbox-run"), "--log-level=error", f"--remote=unix:{worker.socket}",
            f"--action={self.folder}/action", f"--action-result={self.folder}/result", *worker.mounts]
        if delay.exists():
            command = ["sh", "-c", f'sleep {delay.read_text()} && exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, preexec_fn=die_with_parent)
        (worker.folder / "running").touch()

    def finish(self, lease):
        """Waits for a while, and writes the result into the lease if the run has ended; returns whether it has."""
        try:
            status = self.process.wait(REPORT_INTERVAL)
        except subprocess.TimeoutExpired:
            return False
        error = self.folder / "result.error-status"
        if error.exists():
            lease.status.ParseFromString(error.read_bytes())
        elif status:
            lease.status.code = code_pb2.INTERNAL
            lease.status.message = f"buildbox-run has exited with status {status}"
        else:
            result = ActionResult.FromString((self.folder / "result").read_bytes())
            result.execution_metadata.worker = self.worker.name
            lease.result.Pack(result)
        lease.state = bots_pb2.COMPLETED
        with open(self.worker.folder / "actions", "a") as log:
            print(self.action.command_digest.hash, lease.status.code, file=log)
        self.end()
        return True

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)
        (self.worker.folder / "running").unlink()


class Worker:
    def __init__(self, name, server, folder, mounts):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.mounts = [f"--bind-mount={path}:{path}" for path in mounts]
        self.socket = self.folder / "casd"
        self.run = None
        self.session = None
        self.folder.mkdir(exist_ok=True)
        # A worker that was killed has left them.
        for leftover in [self.socket, self.folder / "running"]:
            leftover.unlink(missing_ok=True)
        self.casd = subprocess.Popen(
            [buildbox.program("buildbox-casd"), f"--cas-remote=http://{server}", f"--bind=unix:{self.socket}",
             self.folder / "cas"], preexec_fn=die_with_parent)
        self.bots = bots_pb2_grpc.BotsStub(grpc.insecure_channel(server))

    def work(self):
        while self.casd.poll() is None:
            if not self.socket.exists():
                time.sleep(0.02)
                continue
            try:
                self.step()
            except grpc.RpcError as error:
                # The scheduler does not answer, or does not know this session any more.
                print(f"{self.name}: {error.code()}: {error.details()}", flush=True)
                self.end_run()
                self.session = None
                time.sleep(0.2)

    def step(self):
        """Exchanges the state of the lease with the scheduler, and runs its action."""
        if self.session is None:
            session = bots_pb2.BotSession(bot_id=self.name, status=bots_pb2.OK)
            session.worker.devices.add(handle=self.name).properties.add(key="worker", value=self.name)
            (self.folder / "ready").touch()
            self.session = self.bots.CreateBotSession(
                bots_pb2.CreateBotSessionRequest(bot_session=session), timeout=REQUEST_TIMEOUT)
        else:
            request = bots_pb2.UpdateBotSessionRequest(name=self.session.name, bot_session=self.session)
            self.session = self.bots.UpdateBotSession(request, timeout=REQUEST_TIMEOUT)
        if self.run and self.run.lease not in [lease.id for lease in self.session.leases]:
            self.end_run()
        for lease in self.session.leases:
            if lease.state not in [bots_pb2.PENDING, bots_pb2.ACTIVE]:
                lease.state = bots_pb2.COMPLETED
                continue
            lease.state = bots_pb2.ACTIVE
            if not self.run:
                self.run = Run(self, lease)
            if self.run.finish(lease):
                self.run = None

    def end_run(self):
        if self.run:
            self.run.end()
            self.run = None


parser = argparse.ArgumentParser()
for argument in ["name", "server", "folder"]:
    parser.add_argument(argument)
parser.add_argument("--mount", action="append", default=[])
options = parser.parse_args()
Worker(options.name, options.server, options.folder, options.mount).work()
