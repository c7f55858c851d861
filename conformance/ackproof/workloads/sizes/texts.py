"""Texts that are hard to distinguish: keys of a map, and message ids of a spout.

Both are opaque. Code that folds two of them into one, to save room or for convenience, loses one of them.
"""

import string
from collections.abc import Iterator

from attrs import frozen

PLAIN = "message/"
"""The letters of plain texts of any length."""
WIDE = "メッセージ、"
"""Letters of three bytes each: a text of them is longer in bytes, and may be cut within a letter."""
RUN = "r"
"""One letter: a text of it is a single run, which packs well."""
BEYOND = "\U0001f4e8\U0001f600\U00010041\U0002070e"
"""Letters beyond the first plane: four bytes each, or two units of 16 bits."""


@frozen
class TextDifference:
    """A way in which two texts differ: by the ends `left` and `right`, behind a common stem if they are `stemmed`.
    `folded` says which mistake would make them equal.
    """

    left: str
    right: str
    folded: str
    stemmed: bool = True

    def pair(self, stem: str) -> tuple[str, str]:
        """Return two texts that differ in this way."""
        before = stem if self.stemmed else ""
        return before + self.left, before + self.right


WAYS = (
    TextDifference("k", "K", "upper case is lower case"),
    TextDifference("k", "k ", "blanks at the end are cut off"),
    TextDifference("k", " k", "blanks at the beginning are cut off", stemmed=False),
    TextDifference("k", "k\n", "a line break at the end is cut off"),
    TextDifference("e", "é", "accents are left out"),
    TextDifference("é", "è", "what is not ASCII is a question mark"),
    TextDifference("é", "e\u0301", "a composed letter is its parts"),
    TextDifference("\U0001f600", "\U0001f601", "of a letter above 16 bits the first half counts"),
    TextDifference("A", "\U00010041", "of a letter the low 16 bits count"),
    TextDifference("k\0a", "k\0b", "a text ends at a NUL"),
    TextDifference("Aa", "BB", "texts with the same hash in Java are one"),
    TextDifference("7", "07", "zeros before a number are left out", stemmed=False),
    TextDifference("", " ", "blank is empty", stemmed=False),
    TextDifference("k", "\uff4b", "letters of another width are one"),
    TextDifference("ss", "ß", "the sharp s is two letters"),
    TextDifference("ab", "ba", "the order of letters does not count"),
    TextDifference("1", "1.0", "a text that reads as a number is the number", stemmed=False),
    TextDifference("7", "+7", "a sign before a number is left out", stemmed=False),
    TextDifference("", "null", "the word null is nothing", stemmed=False),
    TextDifference("a/b", "a//b", "a path is shortened"),
    TextDifference("a b", "a%20b", "a text is decoded as in a URL"),
    TextDifference("a\nb", "a\\nb", "a line break is escaped, and a backslash is not"),
    TextDifference("a\nb", "a\r\nb", "line breaks of two letters are those of one"),
    TextDifference("a b", "a\tb", "a tab is a blank"),
    TextDifference("a b", "a  b", "two blanks are one"),
    TextDifference("k", '"k"', "quotes around a text are cut off", stemmed=False),
    TextDifference("a'b", "a''b", "a quote that stands twice is one, as in SQL"),
    TextDifference("a&b", "a&amp;b", "a text is decoded as in HTML"),
    TextDifference("k", "k\0", "a NUL at the end is cut off"),
    TextDifference("k", "\ufeffk", "a byte order mark is cut off", stemmed=False),
    TextDifference("7", "\u0667", "a digit of another script is that digit"),
    TextDifference("10", "1_0", "underscores within a number are left out"),
    TextDifference("a b", "a\u00a0b", "a blank at which no line may break is a blank"),
    TextDifference("ab", "a\u200bb", "letters without width are left out"),
    TextDifference("a\nb", "a\rb", "a carriage return is a line break"),
    TextDifference("a\nb", "a\u2028b", "a separator of lines is a line break"),
    TextDifference("k", "k/", "a slash at the end is cut off"),
    TextDifference("é", "\\xe9", "a letter is escaped as a byte, and a backslash is not"),
    TextDifference("é", "\\u00e9", "a letter is escaped by its number, and a backslash is not"),
    TextDifference("7-12", "07-12", "a text of two numbers is these numbers", stemmed=False),
    TextDifference("1e3", "1000", "a number in another notation is the number", stemmed=False),
    TextDifference("0xff", "0xFF", "a number to the base 16 is the number", stemmed=False),
    TextDifference(
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
        "a UUID is its bits",
        stemmed=False,
    ),
    TextDifference("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z", "a time is a moment", stemmed=False),
    TextDifference("10.0.0.1:80", "10.0.0.01:80", "an address is its numbers", stemmed=False),
    TextDifference("plumless", "buckeroo", "texts with the same CRC-32 are one"),
    TextDifference("abba", "baab", "texts with the same Adler-32 are one"),
    TextDifference("costarring", "liquid", "texts with the same FNV-1a hash of 32 bits are one", stemmed=False),
    TextDifference("bA", "ab", "texts with the same hash by the factor 33 are one"),
)
"""The ways in which two texts differ. Add new ones at the end, because mutants refer to them by place."""

ALWAYS_THERE = ("constructor", "toString", "__proto__", "__class__", "length", "0")
"""Names that an object of some language has as its own members, if it is used as a map."""

AS_NOTHING = (
    *("0", "0.0", "-0", "00", "false", "False", "null", "None", "nil", "undefined", "NaN", "[]", "{}", "''"),
    *("\0", "\\N", "-", "\ufffd", "NULL"),
)
"""Texts that count as false, are read as null, or stand for null, in some language or data format."""

NUMBERS = tuple(
    str(number + off)
    for number in (
        0,
        1 << 31,
        1 << 32,
        1 << 53,
        1 << 63,
        1 << 64,
        1 << 128,
        -(1 << 31),
        -(1 << 32),
        -(1 << 63),
        -(1 << 64),
    )
    for off in (-1, 0, 1)
)
"""Texts that read as whole numbers. Kept as numbers of some width, or as doubles, some of them are one."""

SEPARATORS = (
    *map(chr, range(0x20)),
    *(" ", "\x7f", "\x85", "\xa0", "\u2028", "\u2029", "\r\n"),
    *string.punctuation,
    *(2 * mark for mark in string.punctuation),
)
"""What stands between the parts of a record, in some data format: a text that has it may come back in two parts."""

DIVIDED = tuple((f"a{separator}b", f"c{separator}d") for separator in SEPARATORS)
"""A key and a value, or two keys, with each separator within."""

BORDERED = tuple((f"{separator}a", f"a{separator}") for separator in SEPARATORS)
"""The same, with each separator at the beginning or at the end."""

NUMBERED_FIRST = "{:016d}/of/a/path/that/goes/on"
NUMBERED = (
    *("{}", "k{}", "user-{}", "00000000{}"),
    *(NUMBERED_FIRST, "{}@a.long.name.of.a.host.example", "https://host.example/a/long/path/{}"),
)
"""Names of many things, for `str.format` with a number: short, or long with the number at one end."""


def text_of(length: int, made_of: str = PLAIN) -> str:
    """Return a plain text of that many characters."""
    return (made_of * (1 + length // len(made_of)))[:length]


def apart(length: int, made_of: str = PLAIN) -> Iterator[tuple[int, str, str]]:
    """Yield pairs of texts of that length that differ in one place, with the place: each power of two, and the last."""
    plain = text_of(length, made_of)
    places = {1 << bit for bit in range(length.bit_length())} | {length}
    for place in sorted(each for each in places if each <= length):
        yield place, f"{plain[: place - 1]}x{plain[place:]}", f"{plain[: place - 1]}y{plain[place:]}"


def within(length: int, made_of: str = PLAIN) -> Iterator[tuple[str, str]]:
    """Yield pairs of texts of up to that length that begin and end alike, and differ in the middle: by each of the
    stemmed `WAYS`.
    """
    for way in WAYS:
        room = (length - max(len(way.left), len(way.right))) // 2
        if way.stemmed and room > 0:
            stem = text_of(room, made_of)
            left, right = way.pair(stem)
            yield left + stem, right + stem


def of_each_length(longest: int) -> Iterator[str]:
    """Yield texts of up to that length, about as long as each power of two, in characters and in bytes of UTF-8: their
    letters take one byte each, three or four; of one byte there are plain ones and runs of one letter.
    """
    for made_of in (PLAIN, RUN, WIDE, BEYOND):
        width = len(made_of[0].encode())
        powers = [1 << bit for bit in range((width * longest).bit_length())]
        lengths = {near for each in powers for near in (each - 1, each, each + 1, each // width, 1 + each // width)}
        yield from (text_of(length, made_of) for length in sorted(lengths) if 0 < length <= longest)
