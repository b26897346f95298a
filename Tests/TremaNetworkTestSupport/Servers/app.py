"""What the tests ask that no server at hand answers: served by gunicorn beside httpbin."""
from httpbin import app  # noqa: F401
