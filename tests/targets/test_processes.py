"""Certifying a process with any behaviour: the suite never hangs or crashes, and blames the right side.

`processes/misbehaving.py` misbehaves in one way, by name. The tables have the expected result of each.
"""

import json
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from ackproof.targets import conversation
from ackproof.wire import schemas
from attrs import frozen
from common.command import Command, CommandResult

CONFORMANT, VIOLATION, USAGE, BROKE = 0, 1, 2, 3
SCRIPT = Path(__file__).parent / "processes" / "misbehaving.py"
MOMENT = 1.0
"""Seconds; the grace period, in these tests, for a process that was asked to end."""

PATIENCE = 20
PATIENT = f"{PATIENCE}s"
"""The reply timeout for everything that is not about time."""

PROTOCOL = "broke the protocol: it "
UNASKED = "wrote a line that answers no request: "


@frozen
class Case:
    """The expected result of a misbehaviour: `verdict` is None if no verdict is expected."""

    code: int
    verdict: str | None
    words: tuple[str, ...] = ()
    reply_timeout: str = PATIENT
    rule: str = "ACK-05"
    at_least: float = 0.0


def unavailable(*words: str, reply_timeout: str = PATIENT) -> Case:
    return Case(BROKE, None, words, reply_timeout)


def error(*words: str, reply_timeout: str = PATIENT, rule: str = "ACK-05") -> Case:
    return Case(BROKE, "ERROR", words, reply_timeout=reply_timeout, rule=rule)


def right(reply_timeout: str = PATIENT, rule: str = "ACK-05", at_least: float = 0.0) -> Case:
    return Case(CONFORMANT, "PASS", reply_timeout=reply_timeout, rule=rule, at_least=at_least)


SHORT, LATE, SILENT = "1.5s", "2s", "4s"
"""The reply timeout for processes that never answer, for those that answer too late, and for those that answer start,
on a busy machine too, and become silent later.
"""

CASES = {
    # They end, or are silent, before their description.
    "exits at start with 0": unavailable("ended with exit code 0; its stderr is empty"),
    "exits at start with 7": unavailable("ended with exit code 7; its last words on stderr: no \\x1b[31mink\\x1b[0m"),
    "is killed at start": unavailable("was ended by signal 9"),
    "closes stdout at start": unavailable("closed its stdout and went on running"),
    "closes everything at start": unavailable("closed its stdout and went on running"),
    "never answers": unavailable("did not answer within 1.5 s; its stderr is empty", reply_timeout=SHORT),
    "floods stdout without a line's end": unavailable("wrote more than 64 MiB to stdout without a line's end"),
    "floods stdout with lines": unavailable(UNASKED + "'nonsense'"),
    "floods stdout with good lines": unavailable(UNASKED + "'{\"ok\":true}'"),
    "floods stderr instead of answering": unavailable(
        "did not answer within 1.5 s; its last words on stderr: ", "nonsense nonsense", reply_timeout=SHORT
    ),
    "writes half a line and sleeps": unavailable(
        "did not answer within 1.5 s in the middle of a line: '{\"proto'", reply_timeout=SHORT
    ),
    "writes half a line and exits": unavailable("ended with exit code 9 in the middle of a line: '{\"proto'"),
    "greets": unavailable("'Welcome to the acker!'"),
    "answers before it is asked": unavailable("'{\"ok\":true}'"),
    "answers start twice": unavailable(UNASKED + '\'{"protocol": 1'),
    "dies behind a child that holds stdout": unavailable(
        "did not answer within 1.5 s: it ended with exit code 7, and something that it started keeps its stdout open",
        reply_timeout=SHORT,
    ),
    # Their descriptions are invalid.
    "speaks version 2": unavailable(PROTOCOL + "answered start with version 2; the suite speaks 1 to 1"),
    "speaks version 0": unavailable(PROTOCOL + "answered start", "protocol: 0 is less than"),
    "speaks a version in words": unavailable(PROTOCOL + "answered start", 'protocol: "1" is not of type "integer"'),
    "speaks a version that is true": unavailable(PROTOCOL, 'protocol: true is not of type "integer"'),
    "has no name": unavailable(PROTOCOL + "answered start", '"name" is a required property'),
    "has a number for a name": unavailable(PROTOCOL + "answered start", 'name: 7 is not of type "string"'),
    "has an empty name": unavailable(PROTOCOL + "answered start", 'name: "" is shorter than 1 character'),
    "has a name of 20 MB": unavailable("tells 'longlong", "as its name; it should be a string of at most 200"),
    "has a name that moves the cursor": unavailable("tells '\\x1b[2J\\x1b[31mred' as its name"),
    "has a name in two lines": unavailable("tells 'two\\nlines' as its name"),
    "has half a character for a name": unavailable(PROTOCOL + "wrote half a surrogate pair"),
    "has a language that is null": unavailable(PROTOCOL, 'language: null is not of type "string"'),
    "has no components": unavailable(PROTOCOL + "answered start", "components: [] has less than 1 item"),
    "has a string of components": unavailable(PROTOCOL, 'components: "acker" is not of type "array"'),
    "has a component nobody knows": unavailable("claims the component 'flux-compensator'; there are "),
    "has no profiles": unavailable(PROTOCOL + "answered start", "profiles: [] has less than 1 item"),
    "has a profile nobody knows": unavailable("claims the profile 'storm9'; there are storm1, storm2"),
    "has a capability nobody knows": unavailable("claims the capability 'telepathy'; there are "),
    "has an operation nobody knows": unavailable("claims the operation 'dance'; there are "),
    "has no fail": unavailable("is an acker without fail; an acker has init, ack, fail"),
    "has deep evidence": unavailable(PROTOCOL, "nested more than 100 deep"),
    "describes itself in an error": unavailable("reported an error: no licence \\x1b[31mfound\\n"),
    # They refuse, or answer another request.
    "has a component that it refuses": error("claims rotating-map and refused to open it: this is", rule="RM-02"),
    "refuses to open what it claims": error("claims acker and refused to open it: closed on \\x1b[31mMondays"),
    "answers open with results": error(PROTOCOL + "answered open with", '"ok" is a required property'),
    "answers open with not quite ok": error(PROTOCOL + "answered open with", "ok: true was expected"),
    "answers apply with ok": error(PROTOCOL + "answered apply with '{\"ok\":true}'", "required property"),
    "answers apply with an error": error("reported an error: out of \\x1b[31mink", "on stderr: it will be garbage"),
    "answers apply with an array": error(PROTOCOL + "wrote a line that is no JSON object: '[]'"),
    "answers apply with a number": error(PROTOCOL + "wrote a line that is no JSON object: '7'"),
    "answers apply with an empty line": error(PROTOCOL + "wrote a line that cannot be read as JSON"),
    "answers apply twice": error("answer"),  # the first error depends on when the surplus line comes
    "gives an object of results": error(PROTOCOL + "answered apply with", 'is not of type "array"'),
    "gives no results": error(PROTOCOL + "answered apply with 0 results for ", "on stderr: it will be garbage"),
    "gives a result too many": error(PROTOCOL + "answered apply with 5001 results for "),
    "forgets the last result": error(PROTOCOL + "answered apply with ", " results for "),
    "writes invalid UTF-8": error(PROTOCOL + "wrote a line that is not UTF-8 (at byte 22)", "xff"),
    "writes NUL bytes": error(PROTOCOL + "wrote a line that cannot be read as JSON", "x00"),
    "writes not quite JSON": error(PROTOCOL + "wrote a line that cannot be read as JSON", "{'results': []}"),
    "nests 100000 deep": error(PROTOCOL + "wrote a line that cannot be read as JSON", "recursion"),
    "nests results deep": error(PROTOCOL + "answered apply with"),
    "writes a number of 10000 digits": error(PROTOCOL + "wrote a line that cannot be read as JSON", "4300 digits"),
    "writes 1e999": error(PROTOCOL + "wrote a line that cannot be read as JSON (1e999 is too large a number)"),
    "writes NaN": error(PROTOCOL + "wrote a line that cannot be read as JSON (NaN is no JSON number)"),
    "writes half a surrogate pair": error(PROTOCOL + "wrote half a surrogate pair, which is no character"),
    "writes two objects in a line": error(PROTOCOL + "wrote a line that cannot be read as JSON (Extra data"),
    "says a task in words": error(PROTOCOL, 'results[0].notifications[0].task: "7" is not of type "integer"'),
    "says a task and a half": error(PROTOCOL, "results[0].notifications[0].task: 7.5 is not of type"),
    "says a task with a point": error(PROTOCOL, "results[0].notifications[0].task: 7.0 is not a task id"),
    "says a task that is true": error(PROTOCOL, "results[0].notifications[0].task: true is not of type"),
    "says a task too large": error(PROTOCOL, "results[0].notifications[0].task: 2147483648 is greater than"),
    "says no task": error(PROTOCOL, 'results[0].notifications[0]: "task" is a required property'),
    "says a root as a number": error(PROTOCOL, 'results[0].notifications[0].root: 5 is not of type "string"'),
    "says a root with a plus": error(PROTOCOL, 'results[0].notifications[0].root: "+5" does not match'),
    "says a root with a zero": error(PROTOCOL, 'results[0].notifications[0].root: "05" does not match'),
    "says a root with a line's end": error(PROTOCOL, "5\\n"),
    "says a root past 64 bits": error(PROTOCOL, "results[0].notifications[0].root: '9223372036854775808' is not"),
    "says a kind in capitals": error(PROTOCOL, 'results[0].notifications[0].kind: "ACK" is not one of'),
    "says null notifications": error(PROTOCOL, 'results[0].notifications: null is not of type "array"'),
    "says a notification alone": error(PROTOCOL, "results[0].notifications: ", 'is not of type "array"'),
    "says nothing but null": error(PROTOCOL, 'results[0]: null is not of type "object"'),
    "does not support what it claims": error(PROTOCOL, 'with "unsupported" (not on a Monday), though it claims'),
    # They end, or become silent, in the middle.
    "exits in the middle": error(
        "ended with exit code 7; its last words on stderr: Traceback of sorts InkError: the pen is dry"
    ),
    "dies with a line number": error("ended with exit code 2; its last words on stderr: main.go:100: panic"),
    "is killed in the middle": error("was ended by signal 11"),
    "dies at the 50th request": error("ended with exit code 50"),
    "dies at a tick": error("ended with exit code 13; its last words on stderr: what time is it?", rule="ACK-13"),
    "dies after an answer": error("ended with exit code 1"),
    "closes stdout in the middle": error("closed its stdout and went on running"),
    "closes stdin in the middle": error("did not answer within 4 s", reply_timeout=SILENT),
    "stops reading in the middle": error("did not answer within 4 s; its stderr is empty", reply_timeout=SILENT),
    "stops itself in the middle": error("did not answer within 4 s", reply_timeout=SILENT),
    "writes half a reply and sleeps": error("within 4 s in the middle of a line: '{\"resul'", reply_timeout=SILENT),
    "writes half a reply and exits": error("ended with exit code 9 in the middle of a line", "half is enough"),
    "answers just past the time-out": error("did not answer within 2 s; its stderr is empty", reply_timeout=LATE),
    "answers every second time too late": error("did not answer within 2 s", reply_timeout=LATE),
    "has a child that floods": error("wrote more than 64 MiB to stdout without a line's end"),
    # They are unusual, but right.
    "rightly": right(),
    "answers just inside the time-out": right(reply_timeout="10s", at_least=1.0),
    "answers in small pieces": right(),
    "answers in bursts": right(),
    "has spaces in its JSON": right(),
    "has keys twice": right(),
    "has more fields": right(),
    "has a pretty name": right(),
    "has only one profile": right(),
    "is noisy": right(),
    "floods stderr before each answer": right(),
    "has a child": right(),
    "has a daemon": right(),
    "has a bare child": right(),
    "ignores stop": right(),
    "ignores every polite signal": right(),
    # They are malformed.
    "says a wrong notification": Case(VIOLATION, "FAIL", ("FAIL ACK-09",), rule="ACK-09"),
    "has a map that lies in colour": Case(VIOLATION, "FAIL", ("FAIL RM-02",), rule="RM-02"),
    "says the least task": Case(VIOLATION, "FAIL", ("FAIL ACK-09",), rule="ACK-09"),
}


def target(way: str, *more: str) -> str:
    return "exec:" + shlex.join([sys.executable, "-I", "-S", str(SCRIPT), way, *more])


@pytest.fixture
def pids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Return a function that returns the remaining ones of the processes involved."""
    noted = tmp_path / "pids"
    monkeypatch.setenv("MISBEHAVING_PIDS", str(noted))
    monkeypatch.setattr(conversation, "GRACE", MOMENT)

    def left() -> list[int]:
        # On a busy machine a process may end before it has written its id.
        started = [int(pid) for pid in (noted.read_text(encoding="ascii") if noted.exists() else "").split()]
        until = time.monotonic() + PATIENCE
        while (alive := [pid for pid in started if is_alive(pid)]) and time.monotonic() < until:
            time.sleep(0.01)
        return alive

    return left


def is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def certificate(folder: Path) -> Any:
    document = json.loads((folder / "out" / "certificate.json").read_text(encoding="utf-8"))
    schemas.check(document, "certificate")
    return document


def assert_nothing_raw(result: CommandResult) -> None:
    """Check that no output of a process affects the terminal, and that none crashed the suite."""
    assert "" == result.err
    assert "Traceback (most" not in result.out
    assert not [letter for letter in result.out if not letter.isprintable() and letter != "\n"]


ALIKE = {"stops itself in the middle", "answers just past the time-out", "floods stdout with good lines"}
"""Ways for slow tests only: a similar one is tried for every change, and each costs a timeout or a flood."""


@pytest.mark.parametrize(
    ("way", "case"),
    [pytest.param(*each, id=each[0], marks=pytest.mark.slow if each[0] in ALIKE else ()) for each in CASES.items()],
)
def test_a_process_that_misbehaves_is_blamed_rightly(
    ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]], way: str, case: Case
) -> None:
    """It is blamed in its verdict, or instead of all verdicts if it did not start; and no process is left."""
    name = target(way)
    settings = ("--profile", "storm2", "--examples", "60", "-q")
    options = ("--rule", case.rule, *settings, "--reply-timeout", case.reply_timeout)
    begun = time.monotonic()
    result = ackproof("certify", name, *options)
    assert case.at_least <= time.monotonic() - begun
    assert [] == pids()
    assert_nothing_raw(result)
    document = certificate(tmp_path)
    (report,) = document["targets"]
    (verdict,) = document["verdicts"] or [{"verdict": None}]
    assert (case.code, case.verdict) == (result.code, verdict["verdict"]), result.out
    reason = report["unavailable"] if case.verdict is None else verdict["reason"]
    if case.code == BROKE:
        assert reason.startswith(f"{name} ")
        assert 1 == len(reason.splitlines())
        assert "".join(reason.removeprefix(f"{name} ").split()) in "".join(result.out.split())
    for word in case.words:
        assert word in (result.words if case.verdict == "FAIL" else reason)


NO_PROGRAMS = {
    "it does not exist": ("exec:./nowhere --stdio", "cannot start './nowhere': No such file or directory"),
    "it cannot be executed": ("exec:./text", "cannot start './text': Permission denied"),
    "it is a folder": ("exec:./folder", "cannot start './folder': Permission denied"),
    "it has no name": ("exec:''", "cannot start ''"),
    "it is a shell's word": ("exec:exit 0", "cannot start 'exit'"),
    "it is not of this machine": ("exec:./program", "cannot start './program': Exec format error"),
}

NO_COMMANDS = {
    "empty": ("exec:", "exec: names no command"),
    "blank": ("exec:   ", "exec: names no command"),
    "an open quote": ("exec:'./acker", 'cannot take "\'./acker" apart'),
}


@pytest.mark.parametrize(("name", "words"), NO_PROGRAMS.values(), ids=NO_PROGRAMS)
def test_a_command_that_cannot_be_started_says_why(ackproof: Command, tmp_path: Path, name: str, words: str) -> None:
    """The target is unavailable on this machine, and the certificate says so."""
    (tmp_path / "text").write_text("not a program\n", encoding="ascii")
    (tmp_path / "folder").mkdir()
    (tmp_path / "program").write_bytes(b"\x7fELF\0\0\0\0")
    (tmp_path / "program").chmod(0o755)
    result = ackproof("certify", name, "--rule", "ACK-05")
    assert (BROKE, "") == (result.code, result.err)
    (report,) = certificate(tmp_path)["targets"]
    assert words in report["unavailable"]


@pytest.mark.parametrize(("name", "words"), NO_COMMANDS.values(), ids=NO_COMMANDS)
def test_what_is_no_command_is_a_usage_error(ackproof: Command, name: str, words: str) -> None:
    """The caller has to give a command."""
    result = ackproof("certify", name, "--rule", "ACK-05")
    assert USAGE == result.code
    assert words in result.complaint


def test_no_shell_reads_the_command(ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]]) -> None:
    """Special characters of a shell are passed to the program unchanged."""
    words = ("$HOME", "*", "; touch pwned", "`id`", "$(id)", "| cat", "> pwned", "&", "a\\b", "~")
    result = ackproof("certify", target("says what it was called with", *words), "--rule", "ACK-05", "--examples", "60")
    assert (CONFORMANT, "") == (result.code, result.err)
    (report,) = certificate(tmp_path)["targets"]
    assert " ".join(words) == report["description"]["name"]
    assert not (tmp_path / "pwned").exists()
    assert [] == pids()


def test_the_run_goes_on_with_a_fresh_process(ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]]) -> None:
    """A process that died at the first rule is restarted for the others."""
    options = ("--rule", "ACK-0?", "--profile", "storm2", "--examples", "80", "--reply-timeout", PATIENT)
    assert BROKE == ackproof("certify", target("dies once"), *options).code
    verdicts = [each["verdict"] for each in certificate(tmp_path)["verdicts"]]
    assert ["ERROR"] + ["PASS"] * 8 == verdicts
    assert [] == pids()


def test_a_process_that_keeps_few_sessions_is_found(ackproof: Command, tmp_path: Path) -> None:
    """Many sessions are open at once in some histories, over a pipe as well."""
    name = f"exec:{shlex.quote(sys.executable)} -m ackproof serve mutant:keeps-so-many-sessions"
    result = ackproof("certify", name, "--rule", "ACK-04", "--profile", "storm2", "--examples", "60", "-q")
    (verdict,) = certificate(tmp_path)["verdicts"]
    assert (VIOLATION, "FAIL") == (result.code, verdict["verdict"])


def test_one_that_is_silent_three_times_is_asked_no_more(
    ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]]
) -> None:
    """Each timeout takes the whole reply time, and there are many rules."""
    name = target("stops reading in the middle")
    ackproof("certify", name, "--rule", "ACK-0?", "--profile", "storm2", "--examples", "5", "--reply-timeout", SHORT)
    reasons = [each["reason"] for each in certificate(tmp_path)["verdicts"]]
    assert 3 == sum("did not answer within 1.5 s" in reason for reason in reasons)
    assert ["was not asked again after it failed 3 times to answer in time"] == sorted(
        {reason.removeprefix(f"{name} ") for reason in reasons[3:]}
    )
    assert [] == pids()


def test_broken_processes_leave_no_open_files(ackproof: Command, pids: Callable[[], list[int]]) -> None:
    """Neither pipes nor other files remain open, after processes that broke and after those that ended well."""
    ways = (
        "exits at start with 7",
        "greets",
        "has no fail",
        "exits in the middle",
        "gives no results",
        "writes half a reply and exits",
        "refuses to open what it claims",
        "dies at the 50th request",
        "has a daemon",
        "rightly",
    )
    options = ("-n", "1", "--rule", "ACK-05", "--profile", "storm2", "--examples", "5")
    us = psutil.Process()
    before = us.num_fds()
    ackproof("certify", *map(target, ways), "exec:./nowhere", *options)
    assert before == us.num_fds()
    assert [] == pids()


def test_one_that_starts_only_once_is_blamed_for_it(
    ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]]
) -> None:
    """It ran when its description was read, but not again."""
    result = ackproof("certify", target("dies at the second start"), "--rule", "ACK-05", "--profile", "storm2")
    assert [] == pids()
    assert (BROKE, "") == (result.code, result.err)
    assert "ended with exit code 7; its last words on stderr: Address already in use" in result.words
    assert BROKE == certificate(tmp_path)["exit_code"]


def test_a_long_command_gets_its_witness(ackproof: Command, tmp_path: Path, pids: Callable[[], list[int]]) -> None:
    """A class path is easily longer than the maximum of a file name."""
    result = ackproof("certify", target("says the least task", "x" * 300), "--rule", "ACK-09", "--profile", "storm2")
    assert [] == pids()
    assert (VIOLATION, "") == (result.code, result.err)
    assert 1 == len(list((tmp_path / "out").glob("witness-*.json")))


def test_a_system_without_pipes_to_wait_for_is_told(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows is such a system: the error is one line, and nothing is started."""
    monkeypatch.setattr(conversation, "PIPES_CAN_BE_WATCHED", False)
    result = ackproof("smoke", "exec:./no-such-program")
    assert BROKE == result.code
    assert "cannot talk to './no-such-program': a program is run as a target on Linux and macOS only" in result.err
    assert "Traceback" not in result.err
