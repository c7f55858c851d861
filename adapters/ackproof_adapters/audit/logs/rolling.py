"""The names of the files that a worker's log was rolled to, and their order.

All files of one folder and one name are one worker's. Storm rolls `worker.log` to the next free of `worker.log.1.gz` to
`worker.log.9.gz`; when all exist, the first is deleted and the others move down: the higher the number, the newer. With
`fileIndex="min"`, and in other programs, the order is reversed. The times in the files show which it is. Others roll by
the date, and have it behind the name or within, perhaps with numbers: `worker.log-20261128`, `worker.2026-11-28.1.log`.
"""

import re
from collections.abc import Collection, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

BESIDE = re.compile(r".*\.(?:err|out|metrics)(?:\.\d+)?(?:\.gz)?")
"""Files that Storm writes beside `worker.log`, and that `worker.log*` matches, too."""

_DATE = r"(?P<date>(?:19|20)\d\d(?P<between>[-_.]?)(?:0[1-9]|1[0-2])(?P=between)(?:0[1-9]|[12]\d|3[01]))"
_BEHIND = r"(?P<behind>(?:[-_.:T]?\d+)*)"
"""What may be behind a date: a time of day, and the numbers of the files of one date."""

_NUMBERED = re.compile(r"(?P<name>.*?)(?:\.(?P<number>[0-9]{1,4}))?(?:\.gz)?")
_DATED = re.compile(rf"(?=.*\.log)(?P<name>.+?)(?:\.log)?[-_.]{_DATE}{_BEHIND}(?:\.log)?(?:\.gz)?")
_NUMBERED_WITHIN = re.compile(r"(?P<name>.+)[-_.](?P<number>\d{1,3})\.log(?:\.gz)?")
"""A part of `name.log`, or the log of another worker."""


class Part(NamedTuple):
    """The part of a log that a file is, by its name: the digits of its date, and numbers behind that. The file that the
    worker writes now has neither.
    """

    date: str = ""
    numbers: tuple[int, ...] = ()


NOW = Part()


def part_of(path: Path, beside: Collection[str] = ()) -> tuple[str, Part]:
    """Return the log that a file is a part of, and which. `beside` are the names of files in its folder: with
    `worker.log` among them, `worker-1.log` may be a part of that.
    """
    dated = _DATED.fullmatch(path.name)
    if dated is not None:
        numbers = tuple(int(each) for each in re.findall(r"\d+", dated["behind"]))
        return str(path.with_name(f"{dated['name']}.log")), Part(re.sub(r"\D", "", dated["date"]), numbers)
    within = _NUMBERED_WITHIN.fullmatch(path.name)
    if within is not None and f"{within['name']}.log" in beside:
        return str(path.with_name(f"{within['name']}.log")), Part("", (int(within["number"]),))
    found = _NUMBERED.fullmatch(path.name)
    assert found is not None  # noqa: S101 - every name matches
    return str(path.with_name(found["name"])), Part("", () if found["number"] is None else (int(found["number"]),))


def is_rolled(path: Path, name: str) -> bool:
    """Whether a file is a part that a log of this name was rolled to."""
    log, part = part_of(path)
    return Path(log).name == name and part != NOW and not BESIDE.fullmatch(path.name)


def in_order(parts: Sequence[tuple[Part, str]]) -> list[int]:
    """Return the places of some parts of a log, the oldest part first; with each is the time of its first message.

    The numbers of one date ascend or descend: the majority of pairs of neighbours decides, because a clock may have
    been set back, and times without a day start again at midnight.
    """
    rolled = [place for place, (part, _) in enumerate(parts) if part != NOW]
    now = [place for place, (part, _) in enumerate(parts) if part == NOW]
    is_mixed = len({bool(parts[place][0].date) for place in rolled}) > 1

    def key(place: int, direction: int = 1) -> tuple[str, int, str, tuple[int, ...]]:
        (date, numbers), begins = parts[place]
        if is_mixed:  # by dates, and by numbers without one: only the times order them
            return "", len(begins), begins, ()
        return date, 0, "", (*numbers[:-1], *(direction * each for each in numbers[-1:]))

    rolled.sort(key=key)
    neighbours = [(parts[one], parts[other]) for one, other in pairwise(rolled)]
    times = [
        ((len(one), one), (len(other), other))
        for ((date, _), one), ((date_of_other, _), other) in neighbours
        if date == date_of_other and one and other
    ]
    if sum(one > other for one, other in times) > sum(one < other for one, other in times):
        rolled.sort(key=partial(key, direction=-1))
    return [*rolled, *now]


def missing(parts: Sequence[Part]) -> tuple[int, ...]:
    """Return the missing numbers of rolled files, between the oldest and the newest existing ones, given the parts in
    their order. Of those with a date it is unknown which should exist.
    """
    rolled = [part.numbers[0] for part in parts if part != NOW and not part.date]
    if not rolled or any(part.date for part in parts):
        return ()
    is_oldest_first = len(rolled) > 1 and rolled[0] < rolled[-1]
    first = min(rolled) if is_oldest_first or NOW not in parts else min(*rolled, 1)
    return tuple(number for number in range(first, max(rolled)) if number not in rolled)
