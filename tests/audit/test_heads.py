"""A log in another pattern gives the same verdicts: the pattern of Storm's jar, and patterns of operators."""

import gzip
import re
import time
from collections.abc import Callable
from pathlib import Path

import acking
import pytest
from ackproof_adapters.audit.causes.verdicts import Explainer
from ackproof_adapters.audit.logs.events import Event
from ackproof_adapters.audit.logs.files import blocks, worker_logs
from ackproof_adapters.audit.logs.heads import milliseconds
from ackproof_adapters.audit.logs.layouts import Layout, layout_of
from ackproof_adapters.audit.logs.lines import Parser
from ackproof_adapters.audit.logs.reading import Reader
from ackproof_adapters.audit.trees.gathering import Gathering
from common.command import Command

LOG = gzip.decompress((Path(__file__).parent / "storm-2.8.3.log.gz").read_bytes())
HEAD = re.compile(rb"(?m)^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3}) (\S+) (.*?) \[([A-Z]+)\] ")
"""Day, hour, minute, second, millisecond, logger, thread and level, in the form of a worker's log."""

Part = re.Match[bytes]


def since_the_start(part: Part) -> bytes:
    return str((int(part[2]) * 3600 + int(part[3]) * 60 + int(part[4])) * 1000 + int(part[5]) - 80_000_000).encode()


def of_the_jar(part: Part, time: bytes) -> bytes:
    return b"%s [%s] %s %s - " % (time, part[7], part[8].ljust(5), part[6])


def of_a_worker(part: Part, time: bytes) -> bytes:
    return b"%s %s %s [%s] " % (time, part[6], part[7], part[8])


def clock(part: Part) -> bytes:
    return b"%s:%s:%s.%s" % part.group(2, 3, 4, 5)


PATTERNS: dict[str, Callable[[Part], bytes]] = {
    "%-4r [%t] %-5p %c{1.} - %msg": lambda part: of_the_jar(part, since_the_start(part).ljust(4)),
    "%d{HH:mm:ss.SSS} [%t] %-5p %c{1.} - %msg": lambda part: of_the_jar(part, clock(part)),
    "%d [%t] %-5level %logger - %msg": lambda part: of_the_jar(part, part[1] + b" " + clock(part).replace(b".", b",")),
    "%d{ISO8601}Z %c{1.} %t [%p] %msg": lambda part: of_a_worker(part, part[1] + b"T" + clock(part) + b"+0100"),
    "%d UTC %c{1.} %t [%p] %msg": lambda part: of_a_worker(part, part[1] + b" " + clock(part) + b" UTC"),
    "%d{...SSSSSS} %c{1.} %t [%p] %msg": lambda part: of_a_worker(part, part[1] + b" " + clock(part) + b"417"),
    "%d{HH:mm:ss.SSS} %c{1.} %t [%p] %msg": lambda part: of_a_worker(part, clock(part)),
    "%d %c %t %X [%p] %msg": lambda part: (
        b"%s %s %s %s {user=a} [%s] "
        % (part[1], clock(part), part[6].replace(b"o.a.s.", b"org.apache.storm."), part[7], part[8])
    ),
}


WHEN = rb"\1 \2:\3:\4.\5"
ORDERS = {
    "%d [%p] %t %c{1.} - %m": WHEN + rb" [\8] \7 \6 - ",
    "%d %-5p [%t] %c{1.}: %m": WHEN + rb" \8  [\7] \6: ",
    "%d %p %c{1.} [%t] %m": WHEN + rb" \8 \6 [\7] ",
    "%d %p %t %c{1.} %m": WHEN + rb" \8 \7 \6 ",
    "%d [%t] %c{1.} [%p] %m": WHEN + rb" [\7] \6 [\8] ",
    "%p %d [%t] %c{1.} - %m": rb"\8 " + WHEN + rb" [\7] \6 - ",
    "[%d] [%p] [%t] [%c{1.}] %m": b"[" + WHEN + rb"] [\8] [\7] [\6] ",
    "[%p] %d{ISO8601} (%t) %c{1.} - %m": rb"[\8] \1T\2:\3:\4,\5 (\7) \6 - ",
    "%d | %p | %t | %c{1.} | %m": WHEN + rb" | \8 | \7 | \6 | ",
    "%d{HH:mm:ss.SSS} %p %c{1.} %t - %m": rb"\2:\3:\4.\5 \8 \6 \7 - ",
    "%t %d [%p] %c{1.} - %m": rb"\7 " + WHEN + rb" [\8] \6 - ",
}
"""Layouts that are recognized by the first lines, and the worker's head in each."""

TOLD = {
    "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p %X{user} [%t] %c{1.}:%L %M - %m%n": (WHEN + rb" \8  {a=b c} [\7] \6:17 run - "),
    "%d{UNIX_MILLIS} %level %t %logger{1.} -- %msg%n%ex": None,
    "%r [%thread] %.-5level %lo - %m": None,
    "<%p> %d{yyyy-MM-dd HH:mm:ss,SSS}{UTC} %%%pid %c %t > %m%n": rb"<\8> \1 \2:\3:\4,\5 %4711 \6 \7 > ",
}
"""Patterns that are not recognized by themselves, and have to be given. None has times in milliseconds."""

IN_MILLISECONDS = {"%d{UNIX_MILLIS}": b"%s %s %s %s -- ", "%r": b"%s [%s] %s %s - "}


def in_milliseconds(pattern: str) -> Callable[[Part], bytes]:
    form = IN_MILLISECONDS[pattern.partition(" ")[0]]

    def head(part: Part) -> bytes:
        words = (part[8], part[7]) if "UNIX" in pattern else (part[7], part[8])
        return form % (since_the_start(part), *words, part[6])

    return head


def found(path: Path, content: bytes, layout: Layout | None = None) -> set[tuple[object, ...]]:
    path.write_bytes(content)
    reader = Reader(worker_logs([path], layout))
    known = Gathering(profile=acking.PROFILES[reader.profile()])
    for worker, file, event in reader.events():
        known.add(worker, file, event)
    verdicts = Explainer(known).verdicts()
    return {(each.root, each.status, each.cause, each.component, each.task, each.words) for each in verdicts}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_pattern_does_not_matter(tmp_path: Path, pattern: str) -> None:
    """Every verdict is the same, with its sentence, and so with its times."""
    content = HEAD.sub(PATTERNS[pattern], LOG)
    assert content != LOG
    plain = found(tmp_path / "worker.log", LOG)
    assert len(plain) == 12
    assert plain == found(tmp_path / "worker.log", content)


@pytest.mark.parametrize("pattern", ORDERS)
def test_the_order_is_found_by_the_first_lines(tmp_path: Path, pattern: str) -> None:
    """The order of the parts does not matter, with or without brackets. A given pattern gives the same."""
    content = HEAD.sub(ORDERS[pattern], LOG)
    plain = found(tmp_path / "worker.log", LOG)
    assert len(plain) == 12
    assert plain == found(tmp_path / "worker.log", content)
    assert plain == found(tmp_path / "worker.log", content, layout_of(pattern))


@pytest.mark.parametrize("pattern", TOLD)
def test_a_pattern_can_be_told(tmp_path: Path, pattern: str) -> None:
    """It has the form of the configuration of log4j2 or logback."""
    content = HEAD.sub(TOLD[pattern] or in_milliseconds(pattern), LOG)
    assert content != LOG
    assert found(tmp_path / "worker.log", LOG) == found(tmp_path / "worker.log", content, layout_of(pattern))


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("%d %p %c", "has no %m: nobody knows where a message begins"),
        ("[%p] %c %m", "has no time (%d, with milliseconds) before %m: without a time nothing"),
        ("%d %t %m", "has no logger (%c)"),
        ("%d %m %c", "has no logger (%c) before %m"),
        ("%d %d %c %m", "has %d twice"),
        ("%d %c %t [%p] at %m", "has no line of that --pattern: it begins '2026-11-23 22:"),
    ],
)
def test_a_pattern_that_is_wrong_is_told(ackproof: Command, tmp_path: Path, pattern: str, why: str) -> None:
    """The error is a sentence."""
    (tmp_path / "worker.log").write_bytes(LOG)
    ran = ackproof("audit", "worker.log", "--pattern", pattern)
    assert (2, "") == (ran.code, ran.out)
    assert why in ran.complaint


@pytest.mark.parametrize("pattern", ["%d %p %t %c{1.} %m", "%p %d [%t] %c{1.} - %m"])
def test_what_values_say_is_no_head(tmp_path: Path, pattern: str) -> None:
    """This holds for a recognized layout as for a worker's: the verdicts are those of the log without the text."""
    content = HEAD.sub(ORDERS[pattern], LOG)
    head = HEAD.sub(ORDERS[pattern], LOG.split(b"\n", 1)[0]).partition(b"Load")[0]
    forged = re.sub(rb"\[[a-z]+-[\d-]+\]", lambda _: b"[" + head + b"SPOUT Acking message 5 1]", content)
    assert forged != content
    assert found(tmp_path / "worker.log", content) == found(tmp_path / "worker.log", forged)


def test_the_profile_and_the_blocks_of_a_found_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are as for any other: 1.x lacks the R, and values with line breaks go over the end of a block."""
    content = HEAD.sub(ORDERS["%p %d [%t] %c{1.} - %m"], LOG)
    whole = found(tmp_path / "worker.log", content)
    broken = re.sub(rb"\[([a-z]+-[\d-]+)\]", rb"[\1\n  at a.b.C(D.java)\n]", content)
    monkeypatch.setattr("ackproof_adapters.audit.logs.reading.BLOCK", 20_000)
    assert whole == found(tmp_path / "worker.log", broken)
    (tmp_path / "worker.log").write_bytes(content.replace(b"TRANSFERRING", b"TRANSFERING"))
    assert "storm1" == Reader(worker_logs([tmp_path / "worker.log"])).profile()


@pytest.mark.parametrize(
    "changed",
    [b"\xef\xbb\xbf" + LOG, LOG.replace(b"\n", b"\r\n"), re.sub(rb"\[[a-z]+-[\d-]+\]", b"[\xff\xfe\x80 \xc3(]", LOG)],
    ids=["a mark of the order of bytes", "ends of lines as on Windows", "values that are no UTF-8"],
)
def test_bytes_around_the_words_do_not_matter(tmp_path: Path, changed: bytes) -> None:
    """The first line is an event as well."""
    assert changed != LOG
    assert found(tmp_path / "worker.log", LOG) == found(tmp_path / "worker.log", changed)


def test_the_profile_is_known_in_both_patterns(tmp_path: Path) -> None:
    """In 1.x the R is missing."""
    for content in (LOG, HEAD.sub(PATTERNS["%-4r [%t] %-5p %c{1.} - %msg"], LOG)):
        older = content.replace(b"TRANSFERRING", b"TRANSFERING")
        for each, profile in ((content, "storm2"), (older, "storm1")):
            (tmp_path / "worker.log").write_bytes(each)
            assert profile == Reader(worker_logs([tmp_path / "worker.log"])).profile()


@pytest.mark.parametrize("pattern", ["%-4r [%t] %-5p %c{1.} - %msg", ""])
def test_a_first_line_that_lacks_its_beginning_is_none(pattern: str) -> None:
    """This holds wherever it was cut: the rest of its time looks like a time, but is another one."""
    lines = (HEAD.sub(PATTERNS[pattern], LOG) if pattern else LOG).splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if b"TRANSFERRING" in line)
    whole, rest = lines[place], b"".join(lines[place + 1 :])
    assert next(Parser().events(whole + rest, 1)).line == 1
    for cut in range(1, 40):
        assert next(Parser().events(whole[cut:] + rest, 1)).line > 1


def test_a_time_without_its_day_goes_on_after_midnight() -> None:
    """A line that is a little earlier than the one before it is not a day later."""
    assert 2 == round(milliseconds("23:59:59.999", "00:00:00.001"))
    assert -3 == round(milliseconds("12:00:00.004", "12:00:00.001"))
    assert 1500 == milliseconds("4711", "6211")
    assert 1500 == milliseconds("2026-01-31 23:59:59.000", "2026-02-01 00:00:00,500")


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (rb"\1 \2:\3:\4.\5 Executor \7 [\8] ", "but of a logger that is none of org.apache.storm"),
        (rb"\1 \2:\3:\4 \6 \7 [\8] ", "is no log that can be read: it begins"),
        (rb"\1 \2:\3:\4.\5 \8 [\7] - ", "or give the pattern of its configuration with --pattern"),
        (rb"\4.\5 \8 \6 [\7] - ", "is no log that can be read: it begins"),
        (rb"\1 \2:\3:\4.\5 \8 [\7] Executor - ", "is no log that can be read: it begins"),
    ],
)
def test_a_pattern_that_cannot_be_read_is_told(ackproof: Command, tmp_path: Path, pattern: bytes, why: str) -> None:
    """A logger without its package is ambiguous; without milliseconds no step can be timed."""
    (tmp_path / "worker.log").write_bytes(HEAD.sub(pattern, LOG))
    ran = ackproof("audit", "worker.log")
    assert (2, "") == (ran.code, ran.out)
    assert why in ran.complaint


def test_what_a_message_id_says_is_no_reason() -> None:
    """In 2.x the reason comes last, after a user's text."""
    imitation = b"id] REASON: TIMEOUT MSG-ID: 7"
    head = b"2026-01-31 12:00:00.000 o.a.s.e.s.SpoutExecutor Thread-9-words-executor[7, 7] [INFO] "
    for root, id_ in ((b"5", b"rootId=5"), (b"null", b"id=<null>")):
        failing = b"SPOUT Failing %s : TupleInfo[taskId=7,messageId=%s,stream=default," % (root, imitation)
        line = head + failing + b"values=[x],timestamp=0,%s] REASON: FAIL-STREAM" % id_
        event = Parser().event(line, 1)
        assert event is not None
        assert "FAIL-STREAM" == event.about
        broken = line.replace(b"values=[x]", b"values=[x\n]")
        assert ["FAIL-STREAM"] == [each.about for each in Parser().events(broken + b"\n", 1)]


def test_a_block_ends_where_a_message_begins(tmp_path: Path) -> None:
    """The part after values with line breaks is read wherever a block ends."""
    text = b"over\nlines] for TASK: 2 \nand more"
    line = b"2026-01-31 12:00:00.%03d o.a.s.e.Executor Thread-9-count-executor[4, 4] [INFO] Processing received TUPLE: "
    line += b"source: a:3, stream: default, id: {%d=%d}, [" + text + b"] for TASK: 4 \n"
    log = tmp_path / "worker.log"
    log.write_bytes(b"".join(line % (number, number + 1, number + 2) for number in range(300)))
    for size in (2_000, 2_011, 1 << 20):
        found: list[Event] = []
        following = 1
        for block in blocks(worker_logs([log])[0], size):
            assert block.first == following
            following += block.content.count(b"\n")
            found += Parser().events(block.content, block.first)
        assert [(each.kind, each.task, each.line) for each in found] == [
            ("arrive", 4, 1 + 3 * number) for number in range(300)
        ]


def test_what_is_printed_between_two_messages_takes_none_away() -> None:
    """A line without a head may belong to a message, or come from another program that prints to the same file."""
    lines = (
        b"2026-01-31 12:00:00.000 o.a.s.e.Executor Thread-9-count-executor[4, 4] [INFO] "
        b"Processing received TUPLE: source: a:3, stream: default, id: {1=2}, [x] for TASK: 4 \n"
        b"somebody prints this\n"
    )
    parser = Parser()
    assert [each.task for each in parser.events(lines, 1)] == [4]
    assert parser.counts.events == {"arrive": 1}
    assert +parser.counts.others == {"not the beginning of a message": 1}


VALUES = {
    "a time": b"2026-01-31 12:00:00.125 ERROR again",
    "a time of day": b"12:00:00.125 ERROR again",
    "a head of another order": b"2026-01-31 12:00:00.125 [main] INFO  com.shop.Cart - again",
    "a level with a bracket behind": b"2026-01-31 12:00:00.125 ERROR [main] com.shop.Cart [INFO] again",
    "a head with another form of time": b"2026-01-31T12:00:00,125Z com.shop.Cart main [INFO] again",
    "a head without a thread": b"2026-01-31 12:00:00.125 com.shop.Cart [INFO] again",
    "a line of a user's log": b"2026-01-31 12:00:00.125 com.shop.Cart main [INFO] again",
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("pattern", ["", "%-4r [%t] %-5p %c{1.} - %msg", "%d %-5p [%t] %c{1.}: %m"])
def test_a_value_may_be_lines_of_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, value: str
) -> None:
    """The task of a receipt is behind the value since 2.3. The blocks end in the midst of values, too."""
    content = LOG
    if pattern:
        content = HEAD.sub(PATTERNS[pattern] if pattern in PATTERNS else ORDERS[pattern], LOG)
    plain = found(tmp_path / "worker.log", content)
    shipped = re.sub(rb"\[([a-z]+-[\d-]+)\]", rb"[\1\n" + VALUES[value] + rb"\n" + VALUES[value] + rb"]", content)
    assert shipped != content
    for block in (1 << 20, 2_000):
        monkeypatch.setattr("ackproof_adapters.audit.logs.reading.BLOCK", block)
        assert plain == found(tmp_path / "worker.log", shipped)


def test_a_line_of_a_value_is_counted_as_one() -> None:
    """It is not an error of anybody."""
    line = b"2026-01-31 12:00:00.000 o.a.s.e.Executor Thread-9-count-executor[4, 4] [INFO] Processing received TUPLE: "
    line += b"source: a:3, stream: default, id: {1=2}, [%s] for TASK: 4 \n"
    for value in VALUES.values():
        parser = Parser()
        assert [(each.task, each.line) for each in parser.events(line % (b"x\n" + value), 1)] == [(4, 1)]
        assert +parser.counts.others == {"not the beginning of a message": 1}


def test_what_looks_like_the_end_of_a_message_is_not_always_one() -> None:
    """A value may say so with the task of another executor. A program may print after the end."""
    line = b"2026-01-31 12:00:00.000 o.a.s.e.Executor Thread-9-count-executor[4, 4] [INFO] Processing received TUPLE: "
    line += b"source: a:3, stream: default, id: {%d=2}, [%s] for TASK: 4 \n"
    content = line % (1, b"for TASK: 7\nx") + line % (2, b"x\n]") + b"printed\n\n" + line % (3, b"x")
    assert [(1, 1), (2, 3), (3, 7)] == [(each.ids[0][0], each.line) for each in Parser().events(content, 1)]


def test_a_pattern_may_be_changed_in_a_file(tmp_path: Path) -> None:
    """A worker that is started with another configuration goes on in the same file."""
    place = [each.start() for each in HEAD.finditer(LOG)][300]
    pattern = PATTERNS["%d [%t] %-5level %logger - %msg"]
    assert found(tmp_path / "worker.log", LOG) == found(
        tmp_path / "worker.log", LOG[:place] + HEAD.sub(pattern, LOG[place:])
    )


TAILS = {
    "%m %ex%n": b" ",
    "%m%xEx{full}": b"",
    "%m %X%n": b" {user=a b}",
    "%m {}%n": b" {}",
    "%msg [%X{id}] %L%%%n": b" [7 for TASK: ] 17%",
    "%m%n--%n": b"\n--",
}


@pytest.mark.parametrize("values", ["of one line", "of several"])
@pytest.mark.parametrize("tail", TAILS)
def test_a_pattern_may_have_more_behind_the_message(tmp_path: Path, tail: str, values: str) -> None:
    """The end of a message is before it, also that of several lines."""
    head = "%d{yyyy-MM-dd HH:mm:ss.SSS} %c{1.} %t [%p] "
    plain = found(tmp_path / "worker.log", LOG)
    content = (
        re.sub(rb"\[([a-z]+-[\d-]+)\]", rb"[\1 for TASK: 3 {}\n  at a.b\n]", LOG) if values == "of several" else LOG
    )
    content = re.sub(rb"(?m)\n(?=\d{4}-|\Z)", lambda _: TAILS[tail] + b"\n", content)
    assert plain == found(tmp_path / "worker.log", content, layout_of(head + tail))


def test_blanks_at_the_end_of_a_line_do_not_matter(tmp_path: Path) -> None:
    """Some patterns write them, and some programs remove them."""
    plain = found(tmp_path / "worker.log", LOG)
    for end in (b" \n", b"\t  \n", b"  \r\n"):
        assert plain == found(tmp_path / "worker.log", LOG.replace(b"\n", end))
    assert plain == found(tmp_path / "worker.log", re.sub(rb"(?m) +$", b"", LOG))


def test_what_is_behind_every_message_has_to_be_told(ackproof: Command, tmp_path: Path) -> None:
    """Otherwise no receipt would be read."""
    (tmp_path / "worker.log").write_bytes(LOG.replace(b"\n", b" {}\n"))
    ran = ackproof("audit", "worker.log")
    assert (2, "") == (ran.code, ran.out)
    assert "has more after the message (%m), give it, as in the configuration, with --pattern" in ran.complaint
    assert ackproof("audit", "worker.log", "--pattern", "%d %c %t [%p] %m {}%n").code == 0


def test_what_is_behind_a_message_is_searched_in_a_short_time() -> None:
    """A value may be long, have several lines, and be full of what looks like an end."""
    value = b" for TASK: 4 |" * 20_000
    line = b"2026-01-31 12:00:00.000 o.a.s.e.Executor Thread-9-count-executor[4, 4] [INFO] Processing received TUPLE: "
    line += b"source: a:3, stream: default, id: {1=2}, [%s\n%s] for TASK: 4 a b c|d\n" % (value, value)
    parser = Parser(layout=layout_of("%d %c %t [%p] %m %X{a} %X{b} %x|%X{c}%n"))
    begun = time.process_time()
    assert [(each.task, each.line) for each in parser.events(line * 10, 1)] == [(4, 2 * n + 1) for n in range(10)]
    assert time.process_time() - begun < 5
