"""Parses request fields with OpenTelemetry's propagators; reads and prints a JSON list of objects."""
import json
import sys

from opentelemetry import baggage, trace
from opentelemetry.baggage.propagation import W3CBaggagePropagator
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

found = []
for fields in json.load(sys.stdin):
    context = TraceContextTextMapPropagator().extract(fields)
    context = W3CBaggagePropagator().extract(fields, context)
    span = trace.get_current_span(context).get_span_context()
    found.append(
        {
            "trace": f"{span.trace_id:032x}" if span.is_valid else "",
            "span": f"{span.span_id:016x}" if span.is_valid else "",
            "sampled": bool(span.trace_flags & 1),
            "state": span.trace_state.to_header(),
            "baggage": dict(baggage.get_all(context)),
        }
    )
json.dump(found, sys.stdout)
