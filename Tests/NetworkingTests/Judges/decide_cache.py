"""Prints the decisions of hishel, as a private cache, about pairs of requests.

Standard input is a JSON list of exchanges: the fields of two requests for one URL as pairs, status and
fields of the response to the first one, the time of that response, and the time of the second request.
Standard output is a list of {"stored", "decision", "conditions"}: whether the response was stored, the
decision about the second request (use, validate, miss), and the fields that a validation adds.
"""
import json
import sys
import types
import uuid

from hishel import (
    CacheMiss, Entry, FromCache, Headers, IdleClient, NeedRevalidation, Request, Response, StoreAndUse)
from hishel._core import _spec

URL = "https://a.example/x"
OPTIONS = {"shared": False, "supported_methods": ["GET", "HEAD"], "allow_stale": False}


def headers(pairs):
    joined = {}
    for name, value in pairs:
        joined.setdefault(name.lower(), []).append(value)
    return Headers(joined)


def judge(exchange):
    clock = types.SimpleNamespace(time=lambda: exchange["answered"])
    _spec.time = clock
    first = Request("GET", URL, headers(exchange["first"]))
    response = Response(exchange["status"], headers(exchange["fields"]))
    state = IdleClient(options=OPTIONS).next(first, [])
    if not isinstance(state, CacheMiss):
        raise TypeError(state)
    kept = state.next(response)
    if not isinstance(kept, StoreAndUse):
        return {"stored": False, "decision": "miss", "conditions": []}
    clock.time = lambda: exchange["now"]
    second = Request("GET", URL, headers(exchange["second"]))
    entry = Entry(uuid.uuid4(), first, kept.response)
    state = IdleClient(options=OPTIONS).next(second, [entry])
    if isinstance(state, FromCache):
        decision, conditions = "use", []
    elif isinstance(state, NeedRevalidation):
        decision = "validate"
        own = {name for name, _ in second.headers.items()}
        conditions = sorted(
            f"{name}: {value}" for name, value in state.request.headers.items()
            if name.lower() not in own)
    else:
        decision, conditions = "miss", []
    return {"stored": True, "decision": decision, "conditions": conditions}


json.dump([judge(exchange) for exchange in json.load(sys.stdin)], sys.stdout)
