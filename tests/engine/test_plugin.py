"""The rules as items in a user's pytest run."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from ackproof.commands.main import main
from ackproof.mutants import all_mutants
from ackproof.rules.registry import all_checks
from ackproof.wire.certificates import read_written
from ackproof.workloads.hypothesis_draws import require_backend
from common.started import TEST_MARK, hear_signals, left

pytest_plugins = ["pytester"]

FORGETFUL = "ackproof.examples.forgetful:make"

Run = Callable[..., pytest.RunResult]


@pytest.fixture(scope="module")
def loaded() -> None:
    """Import modules that cannot be imported twice: a run in this process removes modules that were not loaded
    before.
    """
    all_checks()
    all_mutants()
    require_backend()


@pytest.fixture
def project(loaded: None, pytester: pytest.Pytester) -> Path:
    """A project with a test and its own configuration."""
    assert loaded is None
    pytester.makeini("[pytest]\naddopts = --strict-markers\n")
    pytester.makepyfile(test_mine="def test_mine():\n    assert True\n")
    return pytester.path


@pytest.fixture
def run(project: Path, pytester: pytest.Pytester) -> Run:
    """Return a function that runs pytest in the project: in this process, or in a subprocess if it starts workers."""
    assert project.is_dir()

    def ran(*arguments: str) -> pytest.RunResult:
        options = ("-p", "no:cacheprovider", *arguments)
        return pytester.runpytest_subprocess(*options) if "-n" in arguments else pytester.runpytest_inprocess(*options)

    return ran


def timeless(folder: Path) -> str:
    """Return the certificate in a folder without its times."""
    written = (folder / "certificate.json").read_text(encoding="utf-8")
    return re.sub(r'("(?:seconds|started)": )[^,\n]+', r"\1", written)


@pytest.mark.shrinks
def test_rules_join_the_tests_of_a_project(run: Run) -> None:
    """A violation is a failure, shown as a story; the project's own test passes."""
    done = run("--ackproof-target", FORGETFUL, "-k", "mine or ACK-08 or ACK-03")
    assert pytest.ExitCode.TESTS_FAILED == done.ret
    done.assert_outcomes(failed=1, passed=2)
    assert "FAIL ACK-08 Fail dominates ack" in done.stdout.str()
    assert "> 2  init root 1 value 0 task 0" in done.stdout.str()


def test_too_few_examples_are_shown_as_what_they_are(run: Run) -> None:
    """The result is neither a pass nor a violation."""
    done = run("--ackproof-target", "reference", "--ackproof-rule", "ACK-08", "--ackproof-examples", "1", "-v")
    assert "INCONCLUSIVE" in done.stdout.str()
    assert pytest.ExitCode.TESTS_FAILED == done.ret


def test_without_a_target_nothing_is_added(run: Run) -> None:
    """The plugin is installed for all projects, and must not affect the others."""
    done = run()
    assert pytest.ExitCode.OK == done.ret
    done.assert_outcomes(passed=1)


def test_an_unknown_target_is_a_usage_error(run: Run) -> None:
    """It is reported before anything runs."""
    done = run("--ackproof-target", "nobody")
    assert pytest.ExitCode.USAGE_ERROR == done.ret
    assert "no target 'nobody'" in done.stdout.str() + done.stderr.str()


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "two"])
def test_it_writes_the_certificate_of_certify(run: Run, project: Path, workers: tuple[str, ...]) -> None:
    """The certificate is equal byte for byte except for the times, with its witnesses; and the items show the chapter
    of their rule. With several processes, the verdicts come from the processes that reached them.
    """
    rules = ("--ackproof-rule", "ACK-0[38]", "--ackproof-examples", "60")
    done = run("--ackproof-target", FORGETFUL, *rules, "--ackproof-out", "theirs", "-v", *workers)
    done.assert_outcomes(failed=1, passed=2)
    assert "spec/acker.md::ACK-08[" in done.stdout.str()
    assert "ackproof: certificate in " in done.stdout.str()
    assert 1 == main(["certify", FORGETFUL, "--rule", "ACK-0[38]", "--examples", "60", "--out", "ours"])
    ours, theirs = ((project / name) for name in ("ours", "theirs"))
    assert sorted(path.name for path in ours.iterdir()) == sorted(path.name for path in theirs.iterdir())
    assert timeless(ours) == timeless(theirs)


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "two"])
def test_options_take_what_those_of_certify_take(run: Run, project: Path, workers: tuple[str, ...]) -> None:
    """A rule may be given more than once, a time has a unit or none, and the selection is that of `certify`."""
    rules = ("--ackproof-rule", "ACK-03", "--ackproof-rule", "ACK-05", "--ackproof-budget", "2s")
    done = run("--ackproof-target", "reference", *rules, "--ackproof-out", "theirs", *workers)
    done.assert_outcomes(passed=5)
    assert 0 == main(["certify", "reference", "--rule", "ACK-03", "--rule", "ACK-05", "--budget", "2", "--out", "ours"])
    ours, theirs = (read_written(project / name / "certificate.json") for name in ("ours", "theirs"))
    assert ours.settings == theirs.settings


@pytest.mark.parametrize("value", ["60", "60s", "1m"])
def test_a_time_without_a_unit_is_in_seconds(pytester: pytest.Pytester, value: str) -> None:
    """This was the only form of these options."""
    config = pytester.parseconfig("--ackproof-budget", value, "--ackproof-reply-timeout", value)
    assert (60.0, 60.0) == (config.getoption("--ackproof-budget"), config.getoption("--ackproof-reply-timeout"))


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("budget", "soon", "'soon' is not a time; write 60s, 5m or 1h"),
        ("reply-timeout", "-1", "'-1' is not a time; write 60s, 5m or 1h"),
        ("examples", "0", "'0' is not a number from 1"),
        ("out", "", "'' is no path"),
    ],
)
def test_a_value_that_is_none_is_a_usage_error(run: Run, option: str, value: str, words: str) -> None:
    """It says what `certify` says."""
    done = run("--ackproof-target", "reference", f"--ackproof-{option}={value}")
    assert pytest.ExitCode.USAGE_ERROR == done.ret
    assert words in done.stderr.str()


def test_a_run_of_some_rules_leaves_a_partial_certificate(run: Run, project: Path) -> None:
    """Deselected rules have no verdict, so the certificate is not complete."""
    chosen = ("--ackproof-rule", "ACK-0[38]", "--ackproof-examples", "20", "-k", "ACK-08", "--ackproof-out", "out")
    done = run("--ackproof-target", FORGETFUL, *chosen)
    assert "1 rule was not examined" in done.stdout.str()
    assert ["partial"] == [path.name for path in (project / "out").iterdir()]


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "two"])
def test_a_target_that_cannot_be_run_is_one_error_beside_the_others(
    run: Run, project: Path, workers: tuple[str, ...]
) -> None:
    """The project's own tests and the other target run, and the certificate is complete, as that of `certify`."""
    targets = ("--ackproof-target", "exec:false", "--ackproof-target", "reference")
    rules = ("--ackproof-rule", "ACK-03", "--ackproof-examples", "60", "--ackproof-out", "theirs", *workers)
    done = run(*targets, *rules)
    assert pytest.ExitCode.TESTS_FAILED == done.ret
    done.assert_outcomes(errors=1, passed=3)
    assert "exec:false could not be run: ended with exit code 1; its stderr is empty" in done.stdout.str()
    assert 3 == main(
        ["certify", "exec:false", "reference", "--rule", "ACK-03", "--examples", "60", "--out", str(project / "ours")]
    )
    assert timeless(project / "ours") == timeless(project / "theirs")


def test_a_choice_of_items_does_not_hide_a_target_that_cannot_be_run(run: Run) -> None:
    """With the item left out, the run would pass."""
    done = run("--ackproof-target", "exec:false", "-k", "mine")
    assert pytest.ExitCode.TESTS_FAILED == done.ret
    done.assert_outcomes(errors=1, passed=1)


HANGING = """
import time

def pytest_runtest_setup(item):
    if "ACK-09" in item.nodeid:
        open("reached", "w").close()
        time.sleep(600)
"""


@pytest.mark.shrinks
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.slow)], ids=["alone", "two"])
def test_a_run_that_is_ended_leaves_and_tells_what_it_found(
    pytester: pytest.Pytester, project: Path, workers: tuple[str, ...], number: int
) -> None:
    """SIGTERM, by which CI cancels, is as good as Ctrl-C. The verdicts of other processes are there too, and no process
    is left.
    """
    pytester.makepyfile(hanging=HANGING)
    options = ("--ackproof-rule", "ACK-0[389]", "--ackproof-examples", "60", "--ackproof-out", "out", *workers)
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "hanging",
            "-p",
            "no:cacheprovider",
            "--ackproof-target",
            FORGETFUL,
            *options,
        ],
        cwd=project,
        env={**os.environ, TEST_MARK: str(project)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=hear_signals,  # noqa: PLW1509 - one thread
    )
    partial = project / "out" / "partial"
    while not ((project / "reached").exists() and list(partial.glob("witness-*-ACK-08-*.json"))):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    told, _ = process.communicate(timeout=60)
    assert (143 if number == signal.SIGTERM else pytest.ExitCode.INTERRUPTED) == process.returncode
    assert "FAIL ACK-08 Fail dominates ack" in told
    assert "1 rule was not examined; a partial certificate is in" in told
    assert [partial] == list((project / "out").iterdir())
    certificate = read_written(partial / "certificate.json")
    assert certificate.cut_off
    found = {each.rule: each.outcome.value for target in certificate.targets for each in target.verdicts}
    assert {"ACK-03": "PASS", "ACK-08": "FAIL"} == found
    assert [] == left(project)


def test_what_a_test_forks_ends_by_sigterm_as_ever(pytester: pytest.Pytester, run: Run) -> None:
    """It has inherited the handler, and must not go on with the tests."""
    pytester.makepyfile(
        test_forks="""
        import os, signal, time

        def test_forks():
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                os.write(writing, b".")
                time.sleep(60)
                os._exit(1)
            os.read(reading, 1)
            os.kill(pid, signal.SIGTERM)
            assert os.waitpid(pid, 0)[1] == signal.SIGTERM
        """
    )
    done = run("--ackproof-target", "reference", "-k", "forks")
    done.assert_outcomes(passed=1)


CREATED_FIRST = ("--ackproof-target", "ackproof.examples.created_first:make", "--ackproof-rule", "ACK-0[1-3]")


def test_a_target_may_assume_something_unless_that_is_forbidden(run: Run) -> None:
    """If it is forbidden, it is reported before anything runs."""
    assumed = "ackproof.examples.created_first:make assumes init-first and no-duplicates"
    done = run(*CREATED_FIRST)
    assert pytest.ExitCode.OK == done.ret
    done.assert_outcomes(passed=5, skipped=2)
    done = run(*CREATED_FIRST, "--ackproof-no-assumptions")
    assert pytest.ExitCode.USAGE_ERROR == done.ret
    assert f"{assumed}, which --ackproof-no-assumptions forbids" in done.stdout.str() + done.stderr.str()
