"""What makes one text of two: a function for each of `ackproof.workloads.sizes.texts.WAYS`, and a map that uses one."""

import html
import re
import unicodedata
from collections.abc import Callable
from urllib.parse import unquote
from zlib import adler32, crc32

from acking import RotatingMap

SURROGATES = 0x10000
LOW = 0xFFFF
WORD = (1 << 32) - 1


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def _first_halves(text: str) -> str:
    return "".join(letter if ord(letter) < SURROGATES else chr(0xE000 + (ord(letter) >> 10)) for letter in text)


def _as_a_number(text: str) -> str:
    try:
        return f"{float(text)}"
    except ValueError:
        return text


def hash_in_java(text: str) -> str:
    """Return what Java's hash of a text is, without its sign."""
    value = 0
    for letter in text:
        value = (31 * value + ord(letter)) & WORD
    return f"{value}"


def _fnv_1a(text: str) -> str:
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & WORD
    return f"{value}"


def _times_33(text: str) -> str:
    value = 5381
    for byte in text.encode():
        value = (33 * value + byte) & WORD
    return f"{value}"


DASHES_OF_A_UUID = 4

FOLDS: tuple[Callable[[str], str], ...] = (
    str.lower,
    lambda text: text.rstrip(" "),
    lambda text: text.lstrip(" "),
    lambda text: text.rstrip("\n"),
    _without_accents,
    lambda text: text.encode("ascii", "replace").decode(),
    lambda text: unicodedata.normalize("NFC", text),
    _first_halves,
    lambda text: "".join(chr(ord(letter) & LOW) for letter in text),
    lambda text: text.split("\0")[0],
    hash_in_java,
    lambda text: text.lstrip("0"),
    str.strip,
    lambda text: unicodedata.normalize("NFKC", text),
    str.casefold,
    lambda text: "".join(sorted(text)),
    _as_a_number,
    lambda text: text.removeprefix("+"),
    lambda text: "" if text == "null" else text,
    lambda text: text.replace("//", "/"),
    unquote,
    lambda text: text.replace("\n", "\\n"),
    lambda text: text.replace("\r\n", "\n"),
    lambda text: text.replace("\t", " "),
    lambda text: re.sub(" +", " ", text),
    lambda text: text.strip('"'),
    lambda text: text.replace("''", "'"),
    html.unescape,
    lambda text: text.rstrip("\0"),
    lambda text: text.removeprefix("\ufeff"),
    lambda text: "".join(f"{unicodedata.decimal(letter, letter)}" for letter in text),
    lambda text: text.replace("_", ""),
    lambda text: text.replace("\u00a0", " "),
    lambda text: text.replace("\u200b", ""),
    lambda text: text.replace("\r", "\n"),
    lambda text: "\n".join(text.splitlines()),
    lambda text: text.rstrip("/"),
    lambda text: text.encode("ascii", "backslashreplace").decode(),
    lambda text: "".join(letter if letter.isascii() else f"\\u{ord(letter):04x}" for letter in text),
    lambda text: re.sub("^0+(?=[0-9]+-[0-9]+$)", "", text),
    _as_a_number,
    lambda text: text.lower() if text.startswith("0x") else text,
    lambda text: text.lower() if text.count("-") == DASHES_OF_A_UUID else text,
    lambda text: text.replace(".000Z", "Z"),
    lambda text: re.sub(r"\.0+(?=[0-9])", ".", text),
    lambda text: f"{crc32(text.encode())}",
    lambda text: f"{adler32(text.encode())}",
    _fnv_1a,
    _times_33,
)
"""In the order of the ways."""


class WritesKeys(RotatingMap[str, str | None]):
    """A map that keeps its keys in another form."""

    def written(self, key: str) -> str:
        """Return the form in which a key is kept."""
        return key

    def put(self, key: str, value: str | None) -> None:
        super().put(self.written(key), value)

    def get(self, key: str) -> str | None:
        return super().get(self.written(key))

    def remove(self, key: str) -> str | None:
        return super().remove(self.written(key))

    def __contains__(self, key: str) -> bool:
        return super().__contains__(self.written(key))
