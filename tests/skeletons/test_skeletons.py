"""The files of `ackproof init` are right without changes, in each language, and its gate finds a broken acker."""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from ackproof.commands.main import main
from ackproof.skeletons import SKELETONS, Skeleton
from common import workflows

TOOLS = {"python": "python3", "java": "javac", "go": "go", "javascript": "node", "rust": "cargo"}

SOME = ("--rule", "ACK-0[3678]", "--examples", "30")
"""Rules that take a second or two."""

IGNORED_FAILS = {
    "python": ("has_failed or failed", "has_failed"),
    "java": ("record.failed = true;", ""),
    "go": ("r.failed = true", ""),
    "javascript": ("{ failed: true }", "{}"),
    "rust": ("record.0.failed = true;", ""),
}
"""A change for each language that makes its acker ignore fails."""

INSTALL = 'pip install "${ACKPROOF:?set it to what pip installs, as the workflow says at its top}"'

every_language = pytest.mark.parametrize("language", SKELETONS)


@pytest.fixture
def gate(tmp_path: Path, language: str) -> Path:
    """The folder of a new gate, outside of a repository."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"the skeleton in {language} needs {TOOLS[language]}, which is not on the path")
    folder = tmp_path / "a gate"
    assert 0 == main(["init", "--language", language, str(folder)])
    return folder


def ran(folder: Path, *command: str) -> str:
    """Run a command that must succeed; return its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def typed(folder: Path, command: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell as a user would, with more arguments."""
    return workflows.run({"run": " ".join([command, *map(repr, more)])}, folder, {})


def built(skeleton: Skeleton, folder: Path) -> None:
    for command in skeleton.build:
        done = typed(folder, command)
        assert 0 == done.returncode, done.stdout + done.stderr


def verdicts(folder: Path) -> list[dict[str, Any]]:
    document = json.loads((folder / "out" / "certificate.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = document["verdicts"]
    return found


@pytest.mark.parametrize(
    "language", [pytest.param(name, marks=() if name in ("python", "go") else pytest.mark.slow) for name in SKELETONS]
)
def test_a_skeleton_is_green_and_red_once_its_acker_ignores_fails(gate: Path, language: str) -> None:
    """Without changes no rule finds anything, under both profiles. Then the story shows a fail.

    For every change one language is tested in this process, and one beside it.
    """
    skeleton = SKELETONS[language]
    built(skeleton, gate)
    done = typed(gate, skeleton.certify, "-q", *SOME)
    assert done.returncode in (0, 5), done.stdout + done.stderr  # so few examples do not meet each premise often enough
    passed = {(each["rule"], each["profile"]) for each in verdicts(gate) if each["verdict"] == "PASS"}
    assert {("ACK-03", "storm1"), ("ACK-03", "storm2"), ("ACK-06", "storm1"), ("ACK-07", "storm2")} <= passed
    assert {"PASS", "SKIP", "INCONCLUSIVE"} >= {each["verdict"] for each in verdicts(gate)}

    acker = gate / skeleton.acker
    right, wrong = IGNORED_FAILS[language]
    assert 1 == acker.read_text(encoding="utf-8").count(right)
    acker.write_text(acker.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    built(skeleton, gate)
    done = typed(gate, skeleton.certify, "-q", "--rule", "ACK-06", "--profile", "storm2", "--examples", "40")
    assert 1 == done.returncode, done.stdout + done.stderr
    assert "FAIL ACK-06 A fail after init is notified at once" in done.stdout
    assert "the acker said nothing; it should have said fail of root 1" in " ".join(done.stdout.split())
    assert 1 == len(list((gate / "out").glob("witness-*-ACK-06-storm2.json")))


@pytest.mark.slow
@every_language
def test_its_own_tests_pass_and_notice_the_same(gate: Path, language: str) -> None:
    """The test beside the acker finds the mistake, too."""
    skeleton = SKELETONS[language]
    built(skeleton, gate)
    done = typed(gate, skeleton.test)
    assert 0 == done.returncode, done.stdout + done.stderr
    acker = gate / skeleton.acker
    acker.write_text(acker.read_text(encoding="utf-8").replace(*IGNORED_FAILS[language]), encoding="utf-8")
    built(skeleton, gate)
    done = typed(gate, skeleton.test)
    assert 0 != done.returncode
    assert "fail" in (done.stdout + done.stderr).lower()


@pytest.mark.slow
@every_language
def test_the_workflow_of_a_skeleton_is_green(gate: Path, tmp_path: Path, language: str) -> None:
    """Each of its commands runs in its folder: a quick run, and a whole certification."""
    (workflow,) = (gate / ".github" / "workflows").iterdir()
    document = workflows.read(workflow)
    root = gate / document["defaults"]["run"]["working-directory"]
    install, build, quick, full, show = workflows.shell_steps(document["jobs"]["certify"]["steps"])
    assert INSTALL == install["run"]  # the tested suite is already installed
    summary = tmp_path / "summary.md"
    outputs = []
    for step in (build, quick, full, show):
        done = workflows.run(step, root, {}, GITHUB_STEP_SUMMARY=str(summary))
        assert 0 == done.returncode, done.stdout + done.stderr
        outputs.append(done.stdout)
    assert f"in {SKELETONS[language].title}" in (gate / "README.md").read_text(encoding="utf-8")
    assert ": quick run, no violation (" in outputs[1]
    assert ": conformant (" in outputs[2]
    assert "::notice" in outputs[3]
    assert "conformant" in summary.read_text(encoding="utf-8")
    assert {"PASS", "SKIP"} == {each["verdict"] for each in verdicts(gate)}
    (kept,) = (step for step in document["jobs"]["certify"]["steps"] if "upload-artifact" in step.get("uses", ""))
    assert (gate / kept["with"]["path"] / "certificate.json").is_file()


@pytest.mark.slow
def test_a_python_skeleton_is_conformant_over_the_pipe(tmp_path: Path) -> None:
    """Its page describes this for ackers that may hang."""
    ran(tmp_path, sys.executable, "-m", "ackproof", "init", "--language", "python")
    done = typed(tmp_path / "acker-gate", "ackproof certify 'exec:ackproof serve my_acker:make' -q")
    assert 0 == done.returncode, done.stdout + done.stderr


@every_language
def test_a_workflow_goes_to_the_root_of_the_repository(language: str) -> None:
    """It works in the folder of the gate. It installs the content of a variable, and does what the page says."""
    skeleton = SKELETONS[language]
    document = yaml.safe_load(skeleton.workflow(PurePosixPath("tools/a: gate")))
    assert "tools/a: gate" == document["defaults"]["run"]["working-directory"]
    assert "${{ vars.ACKPROOF }}" == document["env"]["ACKPROOF"]
    commands = [
        line
        for step in workflows.shell_steps(document["jobs"]["certify"]["steps"])
        for line in step["run"].splitlines()
    ]
    show = "ackproof report out/certificate.json --format github"
    *build, gate = skeleton.commands
    assert [INSTALL, *build, f"{gate} --quick", gate, show] == commands
    page = skeleton.written(PurePosixPath("tools/a: gate"))["README.md"]
    assert "\n".join(["```", *skeleton.commands, "```"]) in page
    assert "`.github/workflows/ackproof-tools-a-gate.yml`" in page


def test_a_workflow_that_was_not_told_what_to_install_says_so(tmp_path: Path) -> None:
    """Nothing is published, so there is no default. A variable that is not set is empty."""
    document = yaml.safe_load(SKELETONS["go"].workflow(PurePosixPath()))
    install, *_ = workflows.shell_steps(document["jobs"]["certify"]["steps"])
    done = workflows.run(install, tmp_path, {}, ACKPROOF="")
    assert 0 != done.returncode
    assert "ACKPROOF: set it to what pip installs" in done.stderr


@every_language
def test_nothing_is_left_to_fill_in(language: str) -> None:
    """The list of deviations is empty and has the target's own name, and the acker's place is marked."""
    files = SKELETONS[language].written(PurePosixPath())
    assert {"target": "my-acker"} == tomllib.loads(files["deviations.toml"])
    marks = ("Your acker goes here ---", "End of your acker ---")
    assert [1, 1] == [files[SKELETONS[language].acker].count(mark) for mark in marks]
    assert all("my-acker" in files[name] for name in SKELETONS[language].named.split("` and `"))


def test_the_java_library_needs_java_8_and_nothing_else(tmp_path: Path) -> None:
    """It is one file."""
    if shutil.which("javac") is None:
        pytest.skip("the library in Java needs javac, which is not on the path")
    (tmp_path / "Ackproof.java").write_text(
        SKELETONS["java"].written(PurePosixPath())["Ackproof.java"], encoding="utf-8"
    )
    ran(tmp_path, "javac", "--release", "8", "-Xlint:-options", "-Werror", "Ackproof.java")
