"""Messages: a misspelt name is answered with the nearest one, and an error has its place."""

import re
from pathlib import Path

import pytest
from ackproof import mutants
from ackproof.commands.main import OURS
from ackproof.commands.parser import CommandParser
from ackproof.components.acker import Ack, Init, Tick
from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.errors import TargetBroke, UsageError
from ackproof.target import Config, Offer, Run
from ackproof.targets.python_acker import acker_target
from ackproof.text.suggestions import nearest
from ackproof.wire.traces import cause_of
from common.command import Command

USAGE = 2
OPERATIONS = (Init(1, 5, 7), Ack(2, 3), Tick(), Ack(1, 5), Ack(1, 5))

MODULE = """
from ackproof.targets.python_acker import acker_target

LIMIT = 5

class MyAcker:
    def __init__(self, profile):
        self.values = {}

    def init(self, root, value, task):
        self.values[root] = value

    def ack(self, root, value):
        self.values[root] ^= value

    def fail(self, root):
        return []

def helper(number):
    return number

def make():
    return acker_target("mine", MyAcker)
"""


@pytest.fixture
def my_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """A user's package in the current folder, with a name that no other test has imported."""
    name = "package_" + re.sub(r"\W", "_", request.node.name)[-40:].strip("_").lower()
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    (tmp_path / name / "acker.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / name / "wanting.py").write_text("import no_such_library\n", encoding="utf-8")
    return name


@pytest.mark.parametrize(
    ("misspelt", "known", "meant"),
    [
        ("refrence", ["kernel", "reference", "topology-reference"], ["reference"]),
        ("Reference", ["kernel", "reference"], ["reference"]),
        ("storm-2.8.1", ["storm-2.3.0", "storm-2.8.2", "storm-2.8.3"], ["storm-2.8.2", "storm-2.8.3"]),
        ("spark", ["kernel", "spark-batch", "spark-shards"], ["spark-batch", "spark-shards"]),
        ("strom1", ["storm1", "storm2"], ["storm1"]),
        ("ackre", ["acker", "spout", "anchoring"], ["acker"]),
        ("ACK-4", ["ACK-03", "ACK-04", "ACK-14", "ANC-04"], ["ACK-04"]),
        ("ack4", ["ACK-03", "ACK-04"], ["ACK-04"]),
        ("mak", ["make", "helper"], ["make"]),
        ("nobody", ["kernel", "reference"], []),
        ("", ["kernel"], []),
        ("x" * 10_000, ["kernel"], []),
    ],
)
def test_the_nearest_names_are_found(misspelt: str, known: list[str], meant: list[str]) -> None:
    """This includes other case, numbers without leading zeros, and prefixes."""
    assert meant == nearest(misspelt, known)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("certfy", "reference"), "there is no command 'certfy'; did you mean certify?"),
        (("certify", "reference", "--exampels", "5"), "there is no option '--exampels'; did you mean --examples?"),
        (("certify", "reference", "-rule", "ACK-04"), "there is no option '-rule'; did you mean --rule?"),
        (("certify", "reference", "-x"), "there is no option '-x'; 'ackproof certify --help' lists them"),
        (("track", "log", "--uot=x"), "there is no option '--uot'; did you mean --out?"),
        (
            ("--seed", "3", "certify", "reference"),
            "--seed is an option of certify, bench; write it behind that command",
        ),
        (("targets", "all"), "'all' is one argument too many"),
        (("certify", "storm-2.6.4"), "no target 'storm-2.6.4'; did you mean storm-jar:2.6.4, "),
        (("certify", "refrence"), "no target 'refrence'; did you mean reference? 'ackproof targets' lists them; your "),
        (("certify", "storm-2.8.1"), "did you mean storm-jar:2.8.1, storm-2.8.2 or storm-2.8.3?"),
        (("certify", "exce:./acker"), "no target 'exce:./acker'; did you mean exec:./acker?"),
        (("smoke", "variant:zero-frist"), "there is no variant 'zero-frist'; did you mean zero-first?"),
        (("smoke", "mutant:or-instead"), "there is no mutant 'or-instead'; did you mean or-instead-of-xor?"),
        (("smoke", ":make"), "':make' names no module; a target is package.module:function"),
        (("smoke", "a/b.py:make"), "a target is package.module:function, with dots and no path; write a.b:make"),
        (("smoke", "a/b.py"), "no target 'a/b.py'; of a module it is package.module:function, such as a.b:make"),
        (("certify", "reference", "--rule", "ACK-4"), "no rule matches 'ACK-4'; did you mean ACK-04?"),
        (("certify", "reference", "--profile", "strom1"), "there is no profile 'strom1'; did you mean storm1?"),
        (("certify", "reference", "--component", "ackre"), "there is no component 'ackre'; did you mean acker?"),
        (("rules", "ACK"), "no rule matches 'ACK'; did you mean 'ACK-*'?"),
        (("certify", "reference", "--rule", "spt-"), "no rule matches 'spt-'; did you mean 'SPT-*'?"),
        (("rules", "ack4"), "no rule matches 'ack4'; did you mean ACK-04?"),
        (("rules", "--component", "ackre"), "there is no component 'ackre'; did you mean acker?"),
        (("rules", "ACK-*", "--component", "spout"), "no rule of component spout matches 'ACK-*'; leave out one of "),
        (("mutants", "--list", "--family", "inti"), "there is no family 'inti'; did you mean init?"),
        (("mutants", "--list", "--matrix"), "--list only shows mutants of this suite; leave out --target, --matrix"),
        (("bench", "reference", "--shape", "mixd"), "there is no shape 'mixd'; did you mean mixed?"),
        (("retention", "--profile", "strom1"), "there is no profile 'strom1'; did you mean storm1?"),
        (("retention", "--timeout", "soon"), "'soon' is not a whole number"),
        (
            ("certify", "reference", "--examples", "9" * 5000),
            "too large a number; 1,000,000,000,000,000 is the largest",
        ),
        (("certify", "reference", "--budget", "9" * 400 + "h"), "is too long; 720h is the longest"),
        (("certify", "reference", "-n", "100000"), "100000 processes are too many for this machine; take "),
        (("explore", "-n", "0"), "'0' is not a number from 1"),
        (("certify", "reference", "--master", "nonsense"), "no cluster 'nonsense': a master begins with its kind"),
        (("certify", "reference", "--master", "local[x]"), "'local[x]' names no master; write local[N], of N cores"),
        (("track", "log", "--out", "o", "--master", "nonsense"), "no cluster 'nonsense': a master begins with its "),
        (("track", "log", "--out", "o", "--master", "spark://nowhere"), "'spark://nowhere' names no master; write "),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(
    ackproof: Command, arguments: tuple[str, ...], complaint: str
) -> None:
    """The message is one line, below the usage of the subcommand."""
    ended = ackproof(*arguments)
    assert USAGE == ended.code
    assert complaint in ended.complaint


@pytest.mark.parametrize(
    ("arguments", "usage"),
    [
        (("certify", "refrence"), "usage: ackproof certify TARGET [TARGET ...] [options]"),
        (("certify", "reference", "--seed", "x"), "usage: ackproof certify TARGET [TARGET ...] [options]"),
        (("track", "log"), "usage: ackproof track LOG --out DIR [options]"),
        (("rules", "ACK-4"), "usage: ackproof rules [ID] [options]"),
        (("replay", "nowhere.json", "reference"), "usage: ackproof replay FILE TARGET [TARGET ...] [options]"),
        (("certfy",), "usage: ackproof COMMAND ..."),
    ],
)
def test_a_usage_error_shows_the_usage_of_the_subcommand(
    ackproof: Command, arguments: tuple[str, ...], usage: str
) -> None:
    """This holds whether argparse or the subcommand found the error."""
    ended = ackproof(*arguments)
    assert (USAGE, usage) == (ended.code, ended.error_lines[0])


def test_without_a_command_there_is_the_help(ackproof: Command) -> None:
    """It is on standard output; a script without a command fails, because the exit code is that of a usage error."""
    ended = ackproof()
    assert (USAGE, "") == (ended.code, ended.err)
    assert ended.out == ackproof("--help").out
    assert "check targets against the rules" in ended.out


@pytest.mark.parametrize("arguments", [("--help",), ("certify", "--help")])
def test_the_help_has_all_exit_codes(ackproof: Command, arguments: tuple[str, ...]) -> None:
    """This includes those for bugs in the suite and for signals."""
    ended = ackproof(*arguments)
    assert 0 == ended.code
    for code in (
        "0 conformant",
        "3 a target",
        "70 a bug in ackproof",
        "130 interrupted (Ctrl-C)",
        "143 ended (SIGTERM)",
    ):
        assert code in ended.words


@pytest.mark.parametrize("command", [*OURS, "audit", "bench", "track"])
def test_the_help_of_every_command_has_its_exit_codes(ackproof: Command, command: str) -> None:
    """Those that every command has stand behind its own, once."""
    words = ackproof(command, "--help").words
    assert re.search(r"exit codes: 0 .*\b2 .*; 70 a bug .*, 130 interrupted \(Ctrl-C\), 143 ended \(SIGTERM\)$", words)
    assert 1 == words.count("70 a bug")


def test_the_beginning_of_an_option_will_do(ackproof: Command) -> None:
    """An unambiguous prefix is accepted by argparse; and a number below 0 is not an option."""
    assert 0 == ackproof("certify", "reference", "--rul", "RM-02", "--exam=20", "--seed", "-5").code


def test_only_what_is_before_two_dashes_is_an_option() -> None:
    """All arguments after them are literal."""
    parser = CommandParser(prog="ackproof")
    parser.add_argument("names", nargs="*")
    assert ["--exampels"] == parser.parse_args(["--", "--exampels"]).names


def test_a_module_without_its_function_is_answered_with_those_that_it_has(ackproof: Command, my_package: str) -> None:
    """Only functions without arguments are listed: a helper with an argument creates no target, and neither does an
    acker.
    """
    ended = ackproof("certify", f"{my_package}.acker")
    assert ended.complaint.endswith(
        f"{my_package}.acker is a module, and a target is package.module:function; "
        f"name the function that makes the target: {my_package}.acker:make"
    )


def test_a_package_is_answered_with_its_modules(ackproof: Command, my_package: str) -> None:
    """The function may be in one of them."""
    ended = ackproof("certify", my_package)
    assert ended.complaint.endswith(f"it is a package of the modules {my_package}.acker, {my_package}.wanting")


def test_a_misspelt_function_is_answered_with_the_nearest(ackproof: Command, my_package: str) -> None:
    """It is the nearest name in the module."""
    ended = ackproof("certify", f"{my_package}.acker:mak")
    assert ended.complaint.endswith(f"has no 'mak'; did you mean {my_package}.acker:make?")


def test_a_misspelt_module_is_answered_with_the_nearest_beside_it(ackproof: Command, my_package: str) -> None:
    """Each part of its name is compared."""
    ended = ackproof("certify", f"{my_package}.akcer:make")
    assert ended.complaint.endswith(f"there is no module '{my_package}.akcer'; did you mean {my_package}.acker:make?")
    ended = ackproof("certify", f"{my_package}s.akcer:make")
    assert ended.complaint.endswith(f"there is no module '{my_package}s.akcer'; did you mean {my_package}.acker:make?")


def test_a_package_that_is_not_here_is_not_taken_for_another(ackproof: Command) -> None:
    """`mypy.checker` is near to it, part by part, and is nothing that anybody means."""
    assert (
        "there is no module 'mypkg.acker'; a target is package.module:function"
        in ackproof("certify", "mypkg.acker:make").complaint
    )


def test_a_constant_is_no_function(ackproof: Command, my_package: str) -> None:
    """The message names other attributes of the module."""
    ended = ackproof("certify", f"{my_package}.acker:LIMIT")
    assert ended.complaint.endswith(
        f":LIMIT is of type int, and not a function that makes the target; "
        f"name the function that makes the target: {my_package}.acker:make"
    )


def test_a_module_that_lacks_a_library_is_not_taken_for_a_misspelt_one(ackproof: Command, my_package: str) -> None:
    """The message names the line that imports the library."""
    ended = ackproof("certify", f"{my_package}.wanting:make")
    assert ended.complaint.endswith(
        f"cannot import {my_package}.wanting: ModuleNotFoundError: No module named 'no_such_library', "
        f"at {my_package}/wanting.py:1"
    )


def test_a_program_without_exec_is_answered_with_it(ackproof: Command) -> None:
    """The suggestion is quoted for the shell."""
    Path("my acker").touch()
    ended = ackproof("smoke", "my acker")
    assert ended.complaint.endswith("""no target 'my acker'; a program is exec:COMMAND: 'exec:'"'"'my acker'"'"''""")


def broken_by(target: str) -> str:
    with pytest.raises(TargetBroke) as broken:
        discover.find(target).run(Run("acker", Config(), OPERATIONS))
    return str(broken.value)


def test_a_target_that_raises_is_quoted_with_line_and_operation(my_package: str) -> None:
    """The operation is the first ack of a root without an init."""
    line = next(number for number, text in enumerate(MODULE.splitlines(), 1) if "^=" in text)
    assert (
        f"{my_package}.acker:make failed to apply operations: KeyError: 2, at {my_package}/acker.py:{line}, "
        "on operation 2 of 5 (ack root 2 value 3)"
    ) == broken_by(f"{my_package}.acker:make")


def test_a_target_that_raises_only_once_is_quoted_with_what_is_known() -> None:
    """The error does not happen again, so the operation is unknown; the target still counts as broken."""
    made: list[object] = []

    class RaisesOnce:
        def __init__(self, profile: str) -> None:
            made.append(profile)

        def init(self, *_: int) -> None:
            if len(made) == 1:
                raise OSError("busy")

    driver = Driver("once", lambda: acker_target("once", RaisesOnce))
    with pytest.raises(TargetBroke, match=r"^once failed to apply .*: busy, at .*:\d+, on operation any of 5$"):
        driver.run(Run("acker", Config(), OPERATIONS))


def test_one_cause_is_the_same_at_every_operation() -> None:
    """It is shown once, although several rules are affected."""
    assert "x failed: KeyError: 2, at a.py:3" == cause_of(
        "x failed: KeyError: 2, at a.py:3, on operation 2 of 5 (tick)"
    )
    assert "the rule is broken" == cause_of("the rule is broken")


@pytest.mark.parametrize(
    ("factory", "message"),
    [
        ("says_done", "notifications[0].kind: 'done' is not one of ack, fail, reset-timeout"),
        ("says_none", "notifications: None is not a tuple of Notification(kind, root, task)"),
        ("says_a_tuple", "notifications[0]: ('ack', 1, 1) is not of class Notification(kind, root, task)"),
        ("answers_with_nones", "None is not of class AckerResult(notifications, acked, pending)"),
    ],
)
def test_a_result_of_the_wrong_form_is_reported_with_its_place_and_operation(factory: str, message: str) -> None:
    """The message says what was expected."""
    target = f"common.bad_targets:{factory}"
    expected = f"{target} answered with a wrong result: {message}, on operation 1 of 5 (init root 1 value 5 task 7)"
    assert expected == broken_by(target)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (True, "returned True from ack(): it should be None, or a list of triples (kind, root, task)"),
        ("ack", "returned 'ack' from ack(): it should be None, or a list of triples (kind, root, task)"),
        (
            ("ack", 2, 1),
            "returned ('ack', 2, 1) from ack(): its notification 1 is 'ack'; it should be a list of triples",
        ),
        ([("ack", 2, 1), ("ack", 2)], "its notification 2 is ('ack', 2); each should be triples (kind, root, task)"),
    ],
)
def test_what_a_method_returns_in_the_wrong_form_is_reported(returned: object, message: str) -> None:
    """The message names the method, and what it should return."""

    class Returning:
        def __init__(self, profile: str) -> None:
            self.profile = profile

        def init(self, *_: int) -> None:
            """Notify nothing."""

        def ack(self, *_: int) -> object:
            return returned

    driver = Driver("mine", lambda: acker_target("mine", Returning))
    with pytest.raises(TargetBroke) as broken:
        driver.run(Run("acker", Config(), OPERATIONS))
    assert message in str(broken.value)
    assert str(broken.value).endswith(", on operation 2 of 5 (ack root 2 value 3)")


def test_a_class_that_takes_no_profile_is_refused() -> None:
    """This happens when the target is created, not at the first run."""

    class WithoutProfile:
        """A class whose constructor takes no argument."""

    with pytest.raises(TypeError, match=r"WithoutProfile\(\) is called with the name of a profile"):
        acker_target("mine", WithoutProfile)  # type: ignore[arg-type]  # that is what is wrong


def test_a_target_that_could_not_be_run_is_named_first(ackproof: Command) -> None:
    """It is named only once."""
    ended = ackproof("certify", "common.bad_targets:raises", "--rule", "ACK-04")
    (line,) = (line for line in ended.out.splitlines() if "could not be run" in line)
    assert line.startswith(
        "common.bad_targets:raises could not be run: failed to start: OSError: no disk, at common/bad_"
    )


def test_a_target_that_breaks_in_one_way_is_shown_once(ackproof: Command) -> None:
    """This holds although the operation differs from rule to rule."""
    ended = ackproof("certify", "common.bad_targets:raises_in_apply", "--rule", "ACK-0?", "--examples", "5")
    assert 1 == ended.words.count("failed to apply operations")
    assert "The same on " in ended.words


def test_paths_with_blanks_are_quoted_for_the_shell(ackproof: Command) -> None:
    """All text for copying is quoted."""
    ended = ackproof("certify", "ackproof.examples.forgetful:make", "--rule", "ACK-08", "--out", "my results")
    assert "certificate in 'my results/certificate.json'" in ended.words
    assert "Again: ackproof replay 'my results/witness-ackproof.examples.forgetful-make-ACK-08" in ended.words


def test_rules_can_be_listed_by_pattern_and_component(ackproof: Command) -> None:
    """A single id shows its whole text, unless there are other options."""
    by_pattern = ackproof("rules", "ack-0?").out.splitlines()
    assert 10 == len(by_pattern)
    assert ["rule", *(f"ACK-0{number}" for number in range(1, 10))] == [line.split()[0] for line in by_pattern]
    by_component = ackproof("rules", "--component", "rotating-map").out.splitlines()
    assert {"rule", "RM"} == {line.split()[0].partition("-")[0] for line in by_component}
    both = ackproof("rules", "ANC-0*", "--component", "anchoring")
    assert 0 == both.code
    assert all(line.startswith(("rule ", "ANC-0")) for line in both.out.splitlines())
    assert "Checked by: " in ackproof("rules", "ACK-04", "--component", "acker").out


def test_mutants_can_be_listed_without_being_run(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has family, rules and the mistake."""
    monkeypatch.setenv("COLUMNS", "400")
    everything = ackproof("mutants", "--list")
    assert 0 == everything.code
    assert "unknown-zero-ack-ignored init ACK-01 An ack with the value 0 for an unknown root" in everything.words
    one = ackproof("mutants", "--list", "or-instead-of-xor").out.splitlines()
    assert ["mutant", "or-instead-of-xor"] == [line.split()[0] for line in one if not line.startswith(" ")]
    assert "written in" not in everything.words
    family = ackproof("mutants", "--list", "--family", "init").out.splitlines()
    assert {"init"} == {line.split()[1] for line in family[1:] if not line.startswith(" ")}


def test_a_mutant_is_listed_with_the_place_where_it_is_written(
    ackproof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of one with a limit is the mistake that it is made from. All have one, with -v."""
    monkeypatch.setenv("COLUMNS", "400")
    for name, begins in (
        ("or-instead-of-xor", "class OrInsteadOfXor("),
        ("evicts-beyond-15360", "class EvictsBeyond("),
        ("evicts-beyond-256", "class EvictsBeyond("),
    ):
        (place,) = re.findall(r"ackproof/mutants/\S+\.py:\d+", ackproof("mutants", "--list", name).out)
        file, line = place.split(":")
        source = Path(mutants.__file__).parents[2] / file
        assert source.read_text(encoding="utf-8").splitlines()[int(line) - 1].startswith(begins)
    verbose = ackproof("mutants", "--list", "-v")
    assert len(mutants.all_mutants()) == len(re.findall(r" ackproof/mutants/\S+\.py:\d+ ", verbose.out))


def test_each_prefix_of_a_name_is_listed_behind_the_targets(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of kinds that a package offers are among them."""
    monkeypatch.setattr(discover, "registered", dict)
    monkeypatch.setattr(discover, "_kinds", lambda: {"a-kind": None, "b-kind": None})
    last = ackproof("targets").out.splitlines()[-1]
    assert "any package.module:function, exec:…, variant:…, mutant:…, a-kind:… or b-kind:…; " in last


def test_what_is_missing_is_shown_once_for_all_targets(ackproof: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each remedy is shown once, with its targets."""
    nothing, old = (
        (lambda: "there is no java on the PATH: install 17"),
        (lambda: "there is no java on the PATH: install 25"),
    )
    offers = {"a": Offer(dict, nothing), "b": Offer(dict, old), "c": Offer(dict, nothing)}  # type: ignore[arg-type]
    monkeypatch.setattr(discover, "registered", lambda: dict.fromkeys(offers))
    monkeypatch.setattr(discover, "offered", offers.__getitem__)
    ended = ackproof("targets")
    assert 0 == ended.code
    heading = "Not available here, because there is no java on the PATH:"
    shown = ended.out.splitlines()
    place = shown.index(heading)
    assert [heading, "  a, c: install 17", "  b: install 25"] == shown[place : place + 3]


def test_a_target_that_is_described_is_not_started_to_be_listed(
    ackproof: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Starting a JVM takes seconds."""
    described = discover.find("reference").describe()

    def started() -> None:
        raise AssertionError("it was started")

    offer = Offer(started, described=described)  # type: ignore[arg-type]  # it must not be called
    monkeypatch.setattr(discover, "registered", lambda: {"slow": None})
    monkeypatch.setattr(discover, "offered", lambda _: offer)
    ended = ackproof("targets")
    assert 0 == ended.code
    assert ended.out.splitlines()[1].startswith("slow ")


def test_a_wrong_name_is_no_target_and_no_crash() -> None:
    """The name may contain anything."""
    for name in ("", " ", ":", "::", "a:b:c", "exec:", "exec:'", "\0:make", "..:make", "\udcff", "mutant:", "variant:"):
        with pytest.raises(UsageError):
            discover.find(name)
