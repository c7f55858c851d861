"""Files that cannot be read as they are: what they are, and the command that makes a log of them."""

import re
from collections.abc import Sequence

from ackproof.errors import UsageError
from ackproof.text.sanitize import shell_quoted

_PACKED = (
    (b"BZh", "is compressed with bzip2", "bzip2 -dk"),
    (b"\xfd7zXZ\0", "is compressed with xz", "xz -dk"),
    (b"\x28\xb5\x2f\xfd", "is compressed with zstd", "zstd -d"),
    (b"PK\x03\x04", "is a zip archive", "unzip"),
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAR_AT, _TAR = 257, b"ustar"

_COLOUR = re.compile(rb".{0,200}?\x1b\[[\d;]*m")


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
    if any(_COLOUR.match(head) for head in heads):
        return r"it has colours; remove them, with sed 's/\x1b\[[0-9;]*m//g' FILE > OTHER"
    return ""
