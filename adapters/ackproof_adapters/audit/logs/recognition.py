"""The lines of a block that are like earlier ones, recognised all at once: a line costs one to two microseconds.

Theory of operation
-------------------
It is what `likeness` does line by line, with arrays over the bytes of a block. A form is found by a hash of 64 bits of
the bytes between a line's time and its ids, and, if the task is after the values, of the bytes from there to its end.
A hash depends on a random number of this process, so no line can be written to have that of another, and two lines do
not have the same by accident. Times and ids are computed digit by digit, a column of all lines at a time.

Of several lines whose hash is new, one is parsed in full, and `likeness` learns their form from it. A line that differs
from what is expected in any other way is left to the parser. So it makes no difference to the events whether a line is
recognised here (`tests/audit/test_causes.py`).
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
from attrs import define, field

from ackproof_adapters.audit.logs.events import NO_TASK, Event
from ackproof_adapters.audit.logs.heads import WHOLE
from ackproof_adapters.audit.logs.likeness import (
    ACKING,
    IDS_BEGIN,
    OF_CALLBACK,
    OF_NOTIFICATION,
    OF_REPORT,
    OF_TUPLE,
    Likeness,
)
from ackproof_adapters.audit.logs.messages import DIGITS_OF_A_TASK
from ackproof_adapters.audit.logs.stamp_arrays import Flags, Ints, stamps_of
from ackproof_adapters.audit.logs.stamps import text_of

Hashes = npt.NDArray[np.uint64]
Numbers = tuple[Flags, Ints, Ints, Ints]
"""For each line, whether it has the expected form, and its root, value and extra."""

_WORD = 8
_STRIDE = 128
"""Bytes that are hashed at once."""

_LONGEST = 4 * _STRIDE
"""Bytes of a beginning or an end that is hashed. Lines with a longer one are left to the parser."""

_ROOM = 2 * _STRIDE
"""Bytes behind the lines, so that what begins in a line can be read at a length."""

_DIGITS = 19
"""The most digits of an id."""

_FEWEST_ALIKE = 2
"""Lines of one form in a block, for which it is learned."""

_HIGHEST = np.uint64((1 << 63) - 1)
_FACTORS = np.frombuffer(secrets.token_bytes(_LONGEST), np.uint64) | np.uint64(1)
_SHIFT = np.uint64(32)

_NONE, _BY_END = -1, -2
"""In place of the number of a form: there is none; it depends on the end of the line."""


@define(eq=False)
class HashedForms:
    """The forms of lines by hashes."""

    _hashes: Hashes = field(init=False, factory=partial(np.empty, 0, np.uint64))
    """In order."""
    _forms: Ints = field(init=False, factory=partial(np.empty, 0, np.int64))

    def of(self, hashes: Hashes) -> Ints:
        """Return the forms of some lines."""
        if not len(self._hashes):
            return np.full(len(hashes), _NONE)
        place = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return np.where(self._hashes[place] == hashes, self._forms[place], _NONE)

    def add(self, hash_: np.uint64, form: int) -> None:
        """Add a form that is new."""
        place = int(np.searchsorted(self._hashes, hash_))
        self._hashes = np.insert(self._hashes, place, hash_)
        self._forms = np.insert(self._forms, place, form)


@define(eq=False)
class Recognizer:
    """Recognizes lines by the forms that it has learned from earlier ones."""

    likeness: Likeness
    learn: Callable[[bytes], None]
    """Parses a line in full, so that its form is remembered."""
    is_day: Callable[[bytes], bool]
    _beginnings: HashedForms = field(init=False, factory=HashedForms)
    _whole: HashedForms = field(init=False, factory=HashedForms)
    """By beginning and end."""
    _lengths: set[int] = field(init=False, factory=set)
    """Of all ends."""
    _forgotten: int = field(init=False, default=0)
    """How often `likeness` had forgotten all forms when these were learned."""

    def read(self, content: bytes, first: int) -> "Recognized":
        """Return whole lines, the first of which has this number, with what is recognized of them."""
        self.likeness.forget()
        if self._forgotten != self.likeness.forgotten:
            self._beginnings, self._whole, self._lengths = HashedForms(), HashedForms(), set()
            self._forgotten = self.likeness.forgotten
        lines = _Bytes(content)
        at = lines.ids_at()
        which = np.flatnonzero((at > lines.starts + WHOLE) & (at <= lines.starts + WHOLE + _LONGEST))
        stamps, are_times = stamps_of(lines.windows(WHOLE)[lines.starts[which]], self.is_day)
        forms = self._forms(lines, which, at[which])
        is_likely = are_times & (forms >= 0)
        found = Recognized(lines, first, self.likeness)
        found.take(which[is_likely], at[which[is_likely]], forms[is_likely], stamps[is_likely])
        return found

    def _forms(self, lines: "_Bytes", which: Ints, until: Ints) -> Ints:
        """Return the number of the form of each line, whose beginning ends at a place."""
        begun = lines.starts[which] + WHOLE
        hashes = lines.hashes(begun, until)
        forms = self._beginnings.of(hashes)
        for line, hash_ in _frequent(hashes, forms == _NONE):
            form = self._learned(lines, int(which[line]), int(until[line]))
            if form is not None:
                self._beginnings.add(hash_, form if isinstance(form, int) else _BY_END)
                forms[hashes == hash_] = form if isinstance(form, int) else _BY_END
        open_ = np.flatnonzero(forms == _BY_END)
        forms[open_] = self._by_end(lines, which[open_], until[open_], hashes[open_])
        return forms

    def _by_end(self, lines: "_Bytes", which: Ints, until: Ints, hashes: Hashes) -> Ints:
        """Return the form of each line by the hash of its beginning, and by its end."""
        forms = np.full(len(which), _NONE)
        for length in sorted(self._lengths):
            self._with_end(lines, which, until, hashes, forms, length)
        for line, _ in _frequent(hashes, forms == _NONE):
            form = self._learned(lines, int(which[line]), int(until[line]))
            if form is None or isinstance(form, int):
                continue
            marker, ends = form
            text = lines.line(int(which[line]))
            end = text[text.rfind(marker, int(until[line] - lines.starts[which[line]])) :]
            if end in ends and len(end) <= _LONGEST:
                self._lengths.add(len(end))
                own = lines.ends[which[line : line + 1]]
                (hash_,) = lines.hashes(own - len(end), own, hashes[line : line + 1])
                self._whole.add(hash_, ends[end])
                self._with_end(lines, which, until, hashes, forms, len(end))
        return forms

    def _with_end(  # noqa: PLR0913, PLR0917 - four arrays of the same lines
        self, lines: "_Bytes", which: Ints, until: Ints, hashes: Hashes, forms: Ints, length: int
    ) -> None:
        """Fill in the forms of lines with an end of this length."""
        left = np.flatnonzero((forms == _NONE) & (lines.ends[which] - length >= until))
        ends = lines.ends[which[left]]
        forms[left] = self._whole.of(lines.hashes(ends - length, ends, hashes[left]))

    def _learned(self, lines: "_Bytes", line: int, until: int) -> "int | tuple[bytes, dict[bytes, int]] | None":
        """Return the form of a line that was parsed just now."""
        self.learn(lines.line(line))
        return self.likeness.form_at(lines.content[lines.starts[line] + WHOLE : until])


def _frequent(hashes: Hashes, which: Flags) -> Iterator[tuple[int, np.uint64]]:
    """Yield the first line for each hash that several of some lines have, in the order of the lines."""
    lines = np.flatnonzero(which)
    if len(lines):
        unique, first, counts = np.unique(hashes[lines], return_index=True, return_counts=True)
        for each in np.argsort(first)[counts[np.argsort(first)] >= _FEWEST_ALIKE]:
            yield int(lines[first[each]]), unique[each]


@define(eq=False)
class Recognized:
    """The lines of a block, in arrays with a place for each. `form` is negative where a line is unlike earlier ones."""

    lines: "_Bytes"
    first: int
    """The number of the first line."""
    likeness: Likeness
    form: Ints = field(init=False)
    stamp: Ints = field(init=False)
    root: Ints = field(init=False)
    value: Ints = field(init=False)
    extra: Ints = field(init=False)
    _others: Iterator[int] | None = field(init=False, default=None)
    _at: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        number = len(self.lines.starts)
        self.form = np.full(number, _NONE)
        self.stamp, self.root, self.value, self.extra = (np.zeros(number, np.int64) for _ in range(4))

    def take(self, which: Ints, at: Ints, forms: Ints, stamps: Ints) -> None:
        """Take lines with a form and a time, if their ids, which begin at a place, are as in others of the form."""
        lines, subjects = self.lines, np.array(self.likeness.subjects, np.int64)[forms]
        for subject, parse in (
            (OF_TUPLE, lines.edges),
            (OF_REPORT, lines.reports),
            (OF_NOTIFICATION, lines.reports),
            (OF_CALLBACK, lines.callbacks),
        ):
            own = np.flatnonzero(subjects == subject)
            is_right, root, value, extra = parse(at[own] + len(IDS_BEGIN))
            right = own[is_right]
            place = which[right]
            self.form[place], self.stamp[place] = forms[right], stamps[right]
            self.root[place], self.extra[place] = root[is_right], extra[is_right]
            self.value[place] = 0 if subject == OF_NOTIFICATION else value[is_right]

    # See `LineReader`.

    def read(self) -> tuple[Sequence[int], tuple[int, bytes] | None]:
        """Return the places of the next lines that are like earlier ones, and the line after them with its number."""
        if self._others is None:
            self._others = iter(np.flatnonzero(self.form < 0).tolist())
        begun, other = self._at, next(self._others, None)
        self._at = len(self.form) if other is None else other + 1
        if other is None:
            return range(begun, self._at), None
        return range(begun, other), (self.first + other, self.lines.line(other))

    def event(self, row: int) -> Event:
        """Return the event of a line."""
        kind, thread, task, component, source, stream = self.likeness.forms[self.form[row]]
        ids = ((int(self.root[row]), int(self.value[row])),)
        when, line, extra = text_of(int(self.stamp[row])), self.first + row, int(self.extra[row])
        return Event(line, kind, when, thread, task, component, source, stream, ids, extra, "")

    def line(self, number: int) -> bytes:
        """Return the line of a number."""
        return self.lines.line(number - self.first)


@define(eq=False)
class _Bytes:
    """The bytes of whole lines, as an array, with the places where lines begin and end."""

    content: bytes
    starts: Ints = field(init=False)
    ends: Ints = field(init=False)
    _padded: bytes = field(init=False)
    _bytes: "npt.NDArray[np.uint8]" = field(init=False)
    _words: Hashes = field(init=False)
    """The eight bytes from each place on."""

    def __attrs_post_init__(self) -> None:
        self._padded = self.content + bytes(_ROOM)
        self._bytes = self.windows(1)[:, 0]
        self._words = np.ndarray((len(self.content) + _ROOM - _WORD + 1,), "<u8", self._padded, strides=(1,))
        self.ends = np.flatnonzero(self._bytes == ord("\n"))
        self.starts = np.concatenate([[0], self.ends[:-1] + 1])[: len(self.ends)]

    def line(self, place: int) -> bytes:
        """Return a line, without its end."""
        return self.content[self.starts[place] : self.ends[place]]

    def windows(self, length: int) -> "npt.NDArray[np.uint8]":
        """Return the bytes of a length from each place on."""
        return np.ndarray((len(self._padded) - length + 1, length), np.uint8, self._padded, strides=(1, 1))

    def hashes(self, begins: Ints, ends: Ints, before: Hashes | None = None) -> Hashes:
        """Return a hash of the bytes between two places, for each line, which are at most `_LONGEST`; `before` is the
        hash of what is before them.
        """
        lengths = ends - begins
        found = lengths.astype(np.uint64)
        if before is not None:
            found += before
            found *= _FACTORS[0]
        within = np.arange(_STRIDE, dtype=np.uint8)
        for at in range(0, int(lengths.max(initial=0)), _STRIDE):
            longer = np.flatnonzero(lengths > at)
            parts = self.windows(_STRIDE)[begins[longer] + at]
            parts *= within < np.minimum(lengths[longer] - at, _STRIDE).astype(np.uint8)[:, None]
            mixed = parts.view("<u8") * _FACTORS[at // _WORD : (at + _STRIDE) // _WORD]
            mixed ^= mixed >> _SHIFT
            mixed *= _FACTORS[-1]
            mixed ^= mixed >> _SHIFT
            found[longer] += mixed.sum(axis=1, dtype=np.uint64)
        return found

    def ids_at(self) -> Ints:
        """Return where the ids of each line begin, or in lines without any its callback's root; 0 if nowhere."""
        marks = np.flatnonzero(self._bytes == IDS_BEGIN[-1]) - len(IDS_BEGIN) + 1
        marks = marks[marks >= 0]
        at = self._first_of(marks[self._are(marks, IDS_BEGIN)])
        calls, found = list[int](), self.content.find(ACKING)
        while found >= 0:
            calls.append(found)
            found = self.content.find(ACKING, found + 1)
        called = self._first_of(np.array(calls, np.int64))
        return np.where((at == 0) & (called > 0), called + len(ACKING) - len(IDS_BEGIN), at)

    def _first_of(self, places: Ints) -> Ints:
        """Return the first of some places in each line, behind its time; 0 if there is none."""
        if not len(places):
            return np.zeros(len(self.starts), np.int64)
        following = np.searchsorted(places, self.starts + WHOLE)
        found = places[np.minimum(following, len(places) - 1)]
        return np.where((following < len(places)) & (found < self.ends), found, 0)

    def _are(self, at: Ints, expected: bytes) -> Flags:
        """Return where some bytes are: no more than a word."""
        mask = np.uint64((1 << 8 * len(expected)) - 1)
        found: Flags = (self._words[at] & mask) == np.uint64(int.from_bytes(expected, "little"))
        return found

    # What comes after the beginning.

    def edges(self, at: Ints) -> Numbers:
        """Read ids such as `5=7}, [`."""
        has_root, root, at = self._number(at)
        is_right = has_root & (self._bytes[at] == ord("="))
        has_edge, edge, at = self._number(at + 1)
        return is_right & has_edge & self._are(at, b"}, ["), root, edge, np.full(len(at), NO_TASK)

    def reports(self, at: Ints) -> Numbers:
        """Read values such as `}, [5, 7, 3]`, or fewer. The comma may be missing."""
        begin = b"}, ["
        is_right = self._are(at, begin)
        has_root, root, at = self._number(at + len(begin))
        is_right &= has_root
        value, extra = np.zeros(len(at), np.int64), np.full(len(at), NO_TASK)
        for numbers, most in ((value, _DIGITS), (extra, DIGITS_OF_A_TASK)):
            more = np.flatnonzero(is_right & (self._bytes[at] != ord("]")))
            after = at[more]
            after += self._bytes[after] == ord(",")
            is_blank = self._bytes[after] == ord(" ")
            has_number, numbers[more], at[more] = self._number(after + 1, most)
            is_right[more] = is_blank & has_number
        return is_right & (self._bytes[at] == ord("]")), root, value, extra

    def callbacks(self, at: Ints) -> Numbers:
        """Read a root such as `5 `; 0 is none."""
        has_root, root, after = self._number(at)
        is_right = has_root & (root != 0) & (self._bytes[after] == ord(" "))
        return is_right, root, np.zeros(len(at), np.int64), np.full(len(at), NO_TASK)

    def _number(self, at: Ints, most: int = _DIGITS) -> tuple[Flags, Ints, Ints]:
        """Return whether there is a number of 64 bits, which it is, and the place behind it."""
        is_negative = self._bytes[at] == ord("-")
        at = at + is_negative
        digits = self.windows(_DIGITS + 1)[at] - np.uint8(ord("0"))
        length = (digits > 9).argmax(axis=1)  # noqa: PLR2004 - the digits of a number
        number = np.zeros(len(at), np.uint64)
        for place in range(int(length.max(initial=0))):
            number = np.where(place < length, number * np.uint64(10) + digits[:, place], number)
        is_one = (length > 0) & (length <= most) & (number <= _HIGHEST + is_negative.astype(np.uint64))
        signed = number.view(np.int64)
        return is_one, np.where(is_negative, -signed, signed), at + length
