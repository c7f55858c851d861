"""The protocol of `spec/protocol.md`: the messages over the pipe, written and read. One line of JSON for each message.

Each incoming message is validated against `schemas/protocol.schema.json` first; an invalid one raises `NotTheProtocol`
with the place of the fault.
"""

import json
import math
import re
from collections.abc import Sequence

from ackproof.components import COMPONENTS, Operation, Result
from ackproof.target import PROFILES, Config, Description
from ackproof.text.sanitize import printable, quoted
from ackproof.wire import forms as wire
from ackproof.wire import schemas
from ackproof.wire.forms import Json

NEWEST = 1
OLDEST = 1
"""The versions of the protocol that the suite speaks."""

NOTHING: tuple[Json, ...] = ({}, {"notifications": []})
"""The commonest results. They are recognized without being parsed."""

DEEPEST = 100
"""Maximum nesting depth of a message: the certificate has to be able to contain it."""

LONGEST_RESULTS = 4 * 1024 * 1024
"""Maximum number of characters of the results in a reply, plus `RESULT_OF_AN_OPERATION` for each operation that it
answers, and one for each byte that the component was sent: the results of a batch are kept in memory until they are
judged. They are counted as `_plainest` writes them, so that it does not matter how the target does.
"""

RESULT_OF_AN_OPERATION = 256
"""Characters. An acker's longest result has some 150."""

_PLACE = re.compile(r"(?:: |wrong )results\[([0-9]{1,9})\]")
"""The place of a result in an error message, but not in the reply that the message quotes."""

LONGEST_NUMBER = 20
"""Maximum number of characters of a number that a message shows."""

LONGEST_REASON = 500
"""Maximum number of characters of an error's text that a message shows."""


class NotTheProtocol(Exception):
    """A message is not the one that the protocol requires at this point; the text says where it differs."""


class ReportedError(Exception):
    """The other side replied with an error; the text is its own."""


STOP = b'{"cmd":"stop"}'


def start_request() -> bytes:
    """Return the first line that a target reads."""
    return line({"cmd": "start", "protocol": NEWEST, "oldest": OLDEST})


def open_request(component: str, config: Config, session: str | None = None) -> bytes:
    """Return the line that opens a component, and discards the previous one of the same session."""
    return line({"cmd": "open", **_in(session), "component": component, "config": wire.config_to_json(config)})


def apply_request(operations: Sequence[Operation], session: str | None = None) -> bytes:
    """Return the line that applies operations to the open component of a session."""
    written = [wire.operation_to_json(operation) for operation in operations]
    return line({"cmd": "apply", **_in(session), "operations": written})


def _in(session: str | None) -> Json:
    return {} if session is None else {"session": session}


def read_started(reply: bytes) -> Description:
    """Return the description in the reply to start. Its claims are checked by the caller, as for any target."""
    document = _read(reply, "started")
    if not OLDEST <= document["protocol"] <= NEWEST:
        raise NotTheProtocol(
            f"answered start with version {document['protocol']}; the suite speaks {OLDEST} to {NEWEST}, "
            "and the target chooses one of them"
        )
    if not _fits(document, DEEPEST):
        raise NotTheProtocol(f"answered start with a description that is nested more than {DEEPEST} deep")
    profiles = document.get("profiles", [document["profile"]] if "profile" in document else PROFILES)
    operations = document.get("operations")
    return Description(
        name=document["name"],
        version=document["version"],
        language=document["language"],
        components=tuple(document["components"]),
        profiles=tuple(profiles),
        operations=None if operations is None else frozenset(operations),
        capabilities=frozenset(document.get("capabilities", ())),
        limits=document.get("limits", {}),
        evidence=document.get("evidence", {}),
    )


def read_opened(reply: bytes) -> None:
    """Check the reply to open; raise `ReportedError` with the reason if the target refuses."""
    _read(reply, "opened")


def read_applied(reply: bytes, component: str, operations: Sequence[Operation], sent: int = 0) -> list[Result]:
    """Return the results in the reply to apply, one for each operation. The component was sent that many bytes since it
    was opened, these operations included.
    """
    try:
        document = _read(reply, f"applied-{component}")
    except NotTheProtocol as error:
        raise NotTheProtocol(f"{error}{_asked(str(error), operations)}") from error
    results = document["results"]
    longest = LONGEST_RESULTS + RESULT_OF_AN_OPERATION * len(operations) + sent
    if len(reply) > longest and (length := len(_plainest(results))) > longest:
        raise NotTheProtocol(f"answered apply with results of {length:,} characters; {longest:,} are the most here")
    if len(results) != len(operations):
        raise NotTheProtocol(f"answered apply with {len(results)} results for {len(operations)} operations")
    kind = COMPONENTS[component]
    read = []
    for index, result in enumerate(results):
        if "unsupported" in result:
            reason = printable(result["unsupported"][:LONGEST_REASON])
            raise NotTheProtocol(
                f'answered {_written(operations[index])} with "unsupported" ({reason}), though it '
                'claims the operation; it has to leave it out of "operations" at start'
            )
        try:
            read.append(kind.result() if result in NOTHING else wire.result_from_json(kind, result))
        except ValueError as error:
            how = f"answered apply with a wrong results[{index}].{error}"
            raise NotTheProtocol(f"{how}{_asked(how, operations)}") from error
    return read


def _asked(how: str, operations: Sequence[Operation]) -> str:
    """Return the operation that a wrong result answers, to be appended to a message that names `results[4]`."""
    place = _PLACE.search(how)
    if place is None or int(place[1]) >= len(operations):
        return ""
    return f"; results[{place[1]}] answers {_written(operations[int(place[1])])}"


def _written(operation: Operation) -> str:
    return json.dumps(wire.operation_to_json(operation))


def parse(text: bytes) -> Json:
    """Return the JSON object in a line; raise `NotTheProtocol` if it is not one."""
    try:
        document = json.loads(text.decode(), parse_constant=_no_constant, parse_float=_finite)
        if b"\\u" in text:
            line(document)  # JSON can escape half a surrogate pair, but no text can contain it
    except UnicodeDecodeError as error:
        raise NotTheProtocol(f"wrote a line that is not UTF-8 (at byte {error.start}): {quoted(text)}") from error
    except UnicodeEncodeError as error:
        raise NotTheProtocol(f"wrote half a surrogate pair, which is no character: {quoted(text)}") from error
    except (ValueError, RecursionError) as error:
        raise NotTheProtocol(f"wrote a line that cannot be read as JSON ({error}): {quoted(text)}") from error
    if not isinstance(document, dict):
        raise NotTheProtocol(f"wrote a line that is no JSON object: {quoted(text)}")
    return document


def line(document: Json) -> bytes:
    """Return a message as its line, without the newline."""
    return _plainest(document).encode()


def _plainest(document: Json | list[Json]) -> str:
    """Return JSON without blanks, and with no more escapes than it demands."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _read(reply: bytes, definition: str) -> Json:
    document = parse(reply)
    try:
        if "error" in document:
            schemas.check(document, "protocol", "error")
            raise ReportedError(printable(document["error"][:LONGEST_REASON]))
        schemas.check(document, "protocol", definition)
    except ValueError as error:
        request = {"started": "start", "opened": "open"}.get(definition, "apply")
        raise NotTheProtocol(f"answered {request} with {quoted(reply)}: {error}") from error
    return document


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        shown_number = text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}…"
        raise ValueError(f"{shown_number} is too large a number")
    return number


def _fits(document: object, deepest: int) -> bool:
    inner = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    return deepest > 0 and all(_fits(each, deepest - 1) for each in inner)
