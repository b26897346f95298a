"""Starts the fault-injecting server: see faults.py."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def start(server, options):
    ready = server.path("ports.json")
    child = server.run([
        sys.executable, "-B", os.path.join(HERE, "faults.py"), options["authority"],
        options["behind"], ready,
    ])
    if not server.until(child, lambda: os.path.exists(ready)):
        raise RuntimeError(server.log())
    with open(ready) as file:
        return json.load(file)
