"""Lines that are recognised in arrays are read as if each had been parsed, whatever stands in them."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from ackproof_adapters.audit.logs import columns, likeness
from ackproof_adapters.audit.logs.columns import columns_of
from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.lines import Counts, Parser
from ackproof_adapters.audit.logs.stamp_arrays import per_second, stamps_of
from ackproof_adapters.audit.logs.stamps import stamp_of, text_of
from hypothesis import given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
LOGS = ("storm-0.10.2", "storm-1.2.2", "storm-2.8.3", "joining-2.8.3")
LINES = 150

WHOLE = (b"\n", b"\r\n", b"}, [", b", id: {", b"SPOUT Acking message ", b" TASK: ", b"=", b"]", b"9223372036854775808")
"""What a line is read by, and a number that is none of 64 bits."""


def read_one_by_one(content: bytes) -> tuple[list[Event], Counts]:
    parser = Parser()
    return [*parser.events(content, 1)], parser.counts


def read_at_once(content: bytes) -> tuple[list[Event], Counts]:
    made, counts = columns_of(content, 1)
    return [*made.events()], counts


@pytest.mark.parametrize("end", [b"", b"\r", b"}", b"}, "])
def test_a_line_that_ends_behind_its_ids_is_no_event(end: bytes) -> None:
    """Also if its ids are known from another line: the rest of it may have been more than values."""
    whole = gzip.decompress((HERE / "storm-1.2.2.log.gz").read_bytes()).splitlines(keepends=True)
    acked = next(each for each in whole if b"BOLT ack TASK: " in each)
    content = acked * 2 + acked[: acked.index(b"}, [")] + end + b"\n"
    for events, counts in (read_one_by_one(content), read_at_once(content)):
        assert ["bolt-ack"] * 2 == [event.kind for event in events]
        assert {"of Storm without their end": 1} == counts.others


@pytest.mark.parametrize("name", LOGS)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_damaged_lines_are_read_as_one_by_one(name: str, data: st.DataObject) -> None:
    """Each line is there several times, so that its form is learned, and some are changed in any place."""
    whole = gzip.decompress((HERE / f"{name}.log.gz").read_bytes()).splitlines(keepends=True)
    first = data.draw(st.integers(0, len(whole) - LINES))
    lines = whole[first : first + LINES] * 2
    for _ in range(data.draw(st.integers(0, 12))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        at = data.draw(st.integers(0, len(line)))
        until = data.draw(st.integers(at, min(at + 3, len(line))))
        put = data.draw(st.one_of(st.sampled_from(WHOLE), st.binary(max_size=2)))
        lines[place] = line[:at] + put + line[until:]
    content = b"".join(lines)
    assert read_at_once(content) == read_one_by_one(content)


def test_forms_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then they are learned again."""
    monkeypatch.setattr(likeness, "MOST_NAMES", 5)
    content = gzip.decompress((HERE / "storm-2.8.3.log.gz").read_bytes())
    for _ in range(3):
        assert read_at_once(content) == read_one_by_one(content)
    seen = columns._recognizer().likeness
    before = seen.forgotten
    assert read_at_once(content) == read_one_by_one(content)
    assert seen.forgotten == before + 1


def test_most_lines_are_recognized() -> None:
    """At the second time all forms are known. In this short log some lines are the only ones of their form."""
    content = gzip.decompress((HERE / "storm-2.8.3.log.gz").read_bytes())
    columns_of(content, 1)
    recognized = columns._recognizer().read(content, 1)
    events = len(read_one_by_one(content)[0])
    assert (recognized.form >= 0).sum() > 0.8 * events


@given(
    st.datetimes().map(lambda each: each.replace(year=1000 + each.year % 2000)),
    st.sampled_from("T "),
    st.sampled_from(".,"),
)
def test_times_are_as_they_were_written(time: object, between: str, point: str) -> None:
    when = re.sub(r"^(.{10}).(.{8}).*$", rf"\g<1>{between}\g<2>{point}123", f"{time!s}")
    raw = np.frombuffer(when.encode(), np.uint8).reshape(1, -1)
    stamps, are_times = stamps_of(raw, lambda _: True)
    assert (stamps.tolist(), are_times.tolist()) == ([stamp_of(when)], [True])
    assert text_of(stamp_of(when)) == when
    assert per_second(stamps) == {when[:-4]: 1}


@pytest.mark.parametrize(
    "time",
    [
        "2026-02-30 10:00:00.000",
        "2026-01-30 24:00:00.000",
        "2026-01-30 10:60:00.000",
        "2026-01-30 10:00:0x.000",
        "3026-01-30 10:00:00.000",
        "2026-01-30_10:00:00.000",
    ],
)
def test_what_is_no_time(time: str) -> None:
    _, are_times = stamps_of(np.frombuffer(time.encode(), np.uint8).reshape(1, -1), Parser().is_day)
    assert not are_times.any()
