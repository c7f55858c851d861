"""A right acker over the protocol that answers its first `apply` once a file exists: `waiting.py FILE`.

So a test decides how long a command holds its folder. It needs only Python.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "targets" / "processes"))
FILE = Path(sys.argv[1])
LONGEST = 120.0
"""Maximum number of seconds; then the process that should have written the file has failed."""

sys.argv[1:] = []
from misbehaving import Json, Server, requests  # type: ignore[import-not-found]  # noqa: E402


def main() -> None:
    """Answer line by line, until the stop request."""
    server = Server()
    until = time.monotonic() + LONGEST
    request: Json
    for number, request in enumerate(requests(), start=1):
        if request["cmd"] == "stop":
            break
        while request["cmd"] == "apply" and not FILE.exists() and time.monotonic() < until:
            time.sleep(0.02)
        server.answer(number, request)


if __name__ == "__main__":
    main()
