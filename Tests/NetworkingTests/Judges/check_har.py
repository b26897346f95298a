"""Checks that standard input is a valid HAR and that the phases of each entry add up to its time."""
import json, pathlib, sys

import jsonschema

schema = json.loads((pathlib.Path(__file__).parent / "har-1.2.schema.json").read_text())
har = json.load(sys.stdin)
problems = [
    f"{'/'.join(map(str, e.absolute_path))}: {e.message}"
    for e in jsonschema.Draft202012Validator(schema).iter_errors(har)
]
for index, entry in enumerate(har["log"]["entries"]):
    # `ssl` is included in `connect`.
    phases = [v for k, v in entry["timings"].items() if k != "ssl" and v >= 0]
    if abs(sum(phases) - entry["time"]) > 0.01:
        problems.append(f"entries/{index}: {phases} do not add up to {entry['time']}")
print("\n".join(problems))
print(len(har["log"]["entries"]))
sys.exit(1 if problems else 0)
