"""Files that cannot be read as they are: what they are, and the command that makes a log of them."""

import re
from collections.abc import Sequence

from ackproof.errors import UsageError
from ackproof.text.sanitize import shell_quoted

from ackproof_adapters.audit.logs.heads import TIME, begun
from ackproof_adapters.audit.logs.hook import BEGINNING

_PACKED = (
    (b"BZh", "is compressed with bzip2", "bzip2 -dk"),
    (b"\xfd7zXZ\0", "is compressed with xz", "xz -dk"),
    (b"\x28\xb5\x2f\xfd", "is compressed with zstd", "zstd -d"),
    (b"PK\x03\x04", "is a zip archive", "unzip"),
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAR_AT, _TAR = 257, b"ustar"

_COLOUR = re.compile(rb".{0,200}?\x1b\[[\d;]*m")

_CLOCK = rb"\d\d:\d\d:\d\d"
_MANY_DIGITS = re.compile(rb"\W?\d{17}\b")
_SLASHES = re.compile(rb"\W?\d\d?[/.-]\d\d?[/.-]\d{4}[ T]" + _CLOCK)
_MONTH = re.compile(rb"\W?(?:\d\d? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d\d?),? \d{4}[ T]" + _CLOCK)
_HALF_DAYS = re.compile(rb".{0,30}?" + _CLOCK + rb"(?:[.,]\d+)? ?[AP]M\b")
_READ = "dates that are read are year-month-day, as 2026-01-31, or none, and a time has milliseconds"
_DATES = (
    (
        _MANY_DIGITS,
        (
            f"the form of its dates is not read: {_READ}; rewrite them, with "
            r"sed -E 's/^(....)(..)(..)(..)(..)(..)(...)/\1-\2-\3 \4:\5:\6.\7/' FILE > OTHER"
        ),
    ),
    (
        _SLASHES,
        (
            f"the form of its dates is not read: {_READ}; rewrite them, with "
            r"sed -E 's|^(..).(..).(....)|\3-\1-\2|' FILE > OTHER if the month is first, or with \3-\2-\1 if the day is"
        ),
    ),
    (
        _MONTH,
        (
            f"the form of its dates is not read: {_READ}; cut them, if the log is of one day, with "
            r"sed -E 's/^[^:]* (..:)/\1/' FILE > OTHER"
        ),
    ),
    (
        _HALF_DAYS,
        (
            f"its times have AM or PM, which is not read: {_READ}; rewrite them, with "
            r"""perl -pe 's/^(\S+) (\d\d)(:\S+) ([AP])M/sprintf("%s %02d%s", $1, $2 % 12 + 12 * ($4 eq "P"), $3)/e' """
            "FILE > OTHER"
        ),
    ),
)

_PREFIXES = (
    (re.compile(rb"\[pod/"), "kubectl logs without --prefix and --timestamps writes none"),
    (re.compile(rb"[A-Z][a-z]{2} [ \d]\d " + _CLOCK + rb" \S+ \S+: "), "journalctl -o cat writes none"),
    (re.compile(rb"[\w.-]+ +\| "), "docker compose logs --no-log-prefix writes none"),
)

_ECS = (
    """jq -r '"\\(.["@timestamp"] | sub("T"; " ") | sub("Z"; "")) \\(.["log.logger"]) """
    """\\(.["process.thread.name"]) [\\(.["log.level"])] \\(.message)"' FILE > OTHER"""
)
_LOG4J = (
    """jq -r '"\\(.instant.epochSecond | strftime("%Y-%m-%d %H:%M:%S"))."""
    """\\(.instant.nanoOfSecond / 1000000 + 1000 | floor | tostring | .[1:]) \\(.loggerName) \\(.thread) """
    """[\\(.level)] \\(.message)"' FILE > OTHER"""
)


def require_text(path: object, beginning: bytes) -> None:
    """Raise `UsageError` if a file, given its beginning as it is read, is no text in UTF-8."""
    name = shell_quoted(path)
    for magic, what, command in _PACKED:
        if beginning.startswith(magic):
            raise UsageError(f"{name} {what}: unpack it, with {command}")
    if beginning.startswith(_TAR, _TAR_AT):
        raise UsageError(f"{name} is a tar archive: unpack it, with tar -xf, and name the files in it")
    if beginning.startswith(_UTF_16):
        raise UsageError(f"{name} is in UTF-16: convert it (unpacked), with iconv -f UTF-16 -t UTF-8 FILE > OTHER")


def way_to_a_log(heads: Sequence[bytes]) -> str:
    """Return what hides the heads of lines, and how to remove it; or nothing if that is not known."""
    if _are_many(heads, _COLOUR):
        return r"it has colours; remove them, with sed 's/\x1b\[[0-9;]*m//g' FILE > OTHER"
    if heads[0].startswith(b"{") and not heads[0].startswith(BEGINNING):
        return (
            "its lines are in JSON; write TIME LOGGER THREAD [LEVEL] MESSAGE from their fields, with "
            f"{_ECS if b'@timestamp' in heads[0] else _LOG4J}"
        )
    dated = next((words for date, words in _DATES if _are_many(heads, date)), "")
    return dated or _way_to_cut(heads)


def _are_many(heads: Sequence[bytes], expression: "re.Pattern[bytes]") -> bool:
    """Whether a third of the lines is of this form: the others may be of values of several lines."""
    return 3 * sum(expression.match(head) is not None for head in heads) > len(heads)


def _way_to_cut(heads: Sequence[bytes]) -> str:
    """Return how to cut the prefix that a program wrote before each line; or nothing if there is none."""
    prefixed = [head for head in heads if _has_prefix(head)]
    if 3 * len(prefixed) <= len(heads):
        return ""
    way = next((words for form, words in _PREFIXES if form.match(prefixed[0])), "with sed or cut")
    return f"another program wrote a prefix before each line; cut it: {way}"


def _has_prefix(head: bytes) -> bool:
    """Whether one of the usual heads is behind other text."""
    times = (time.start() for time in TIME.finditer(head))
    return any(at > 0 and begun(head[at:]) is not None for at in times)
