"""Wrappers of the command: the action, the hook and the image. The parts that need no daemon are run here."""

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from ackproof.skeletons import DEVIATIONS, SKELETONS
from common import workflows

ROOT = Path(__file__).resolve().parents[2]
FORGETFUL = "ackproof.examples.forgetful:make"

INPUTS = {
    "inputs.target": "reference",
    "inputs.arguments": "--rule ACK-0[36] --component acker --examples 40",
    "inputs.working-directory": "a folder",
    "inputs.out": "evidence",
    "inputs.install": "",
    "github.action_path": str(ROOT),
}


@pytest.fixture
def github(tmp_path: Path) -> dict[str, str]:
    """The environment of GitHub's runner, as far as the action needs it."""
    (tmp_path / "a folder").mkdir()
    (tmp_path / "summary.md").touch()
    return {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}


def action() -> list[dict[str, object]]:
    document = workflows.read(ROOT / "action.yml")
    assert "composite" == document["runs"]["using"]
    assert {name.removeprefix("inputs.") for name in INPUTS if name.startswith("inputs.")} == set(document["inputs"])
    return list(workflows.shell_steps(document["runs"]["steps"]))


@pytest.mark.parametrize(
    ("target", "code", "shown"),
    [("reference", 0, "::conformant ("), (FORGETFUL, 1, "::error title=FAIL ACK-07 "), ("refrence", 2, "")],
)
def test_the_action_certifies(tmp_path: Path, github: dict[str, str], target: str, code: int, shown: str) -> None:
    """Its exit code is that of the gate, and the verdicts are shown even if they are failures."""
    _, certify = action()
    values = {**INPUTS, "inputs.target": target}
    if target == FORGETFUL:
        values["inputs.arguments"] = "--rule ACK-07 --examples 60"
    done = workflows.run(certify, tmp_path, values, **github)
    assert code == done.returncode, done.stdout + done.stderr
    assert shown in done.stdout
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert [code != 2] * 2 == [target in summary, ("conformant" if code == 0 else "violation") in summary]
    assert (code != 2) == (tmp_path / "a folder" / "evidence" / "certificate.json").is_file()


def test_an_input_is_data(tmp_path: Path, github: dict[str, str]) -> None:
    """The shell does not execute any input."""
    _, certify = action()
    wicked = "$(touch ran); touch ran; `touch ran`"
    for name in ("inputs.target", "inputs.arguments"):
        done = workflows.run(certify, tmp_path, {**INPUTS, "inputs.out": wicked, name: wicked}, **github)
        assert 2 == done.returncode, done.stderr
    assert [] == list(tmp_path.rglob("ran"))


@pytest.mark.slow
def test_the_action_installs_what_it_came_with(tmp_path: Path, github: dict[str, str]) -> None:
    """It installs the checkout, without a registry. Its dependencies come from this environment."""
    install, _ = action()
    settings = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_DEPS": "1", "PIP_TARGET": str(tmp_path / "installed")}
    done = workflows.run(install, tmp_path, INPUTS, **github, **settings)
    assert 0 == done.returncode, done.stderr
    assert (tmp_path / "installed" / "ackproof" / "skeletons" / "go" / "main.go").is_file()


def test_the_hook_certifies(tmp_path: Path) -> None:
    """This is how pre-commit runs it: the entry and the arguments, in the folder of the repository, without file
    names.
    """
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert ("python", False, True) == (hook["language"], hook["pass_filenames"], hook["always_run"])
    subprocess.run([sys.executable, "-m", "ackproof", "init", "--language", "python", "."], cwd=tmp_path, check=True)
    command = [*shlex.split(hook["entry"]), "my_acker:make", "--rule", "ACK-03", "--examples", "40"]
    command[0] = str(Path(sys.executable).with_name(command[0]))
    assert 0 == subprocess.run(command, cwd=tmp_path, check=False).returncode
    acker = tmp_path / "my_acker.py"
    acker.write_text(acker.read_text(encoding="utf-8").replace("ack_val == 0", "ack_val is not None"), encoding="utf-8")
    assert 1 == subprocess.run(command, cwd=tmp_path, check=False).returncode


@pytest.mark.slow
def test_the_image_is_given_all_that_a_wheel_is_made_of(tmp_path: Path) -> None:
    """The files that the Dockerfile copies are enough to build a wheel, including the files that `init` writes."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("COPY "):
            *sources, destination = line.split()[1:]
            for source in sources:
                if (ROOT / source).is_dir():
                    ignored = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(ROOT / source, tmp_path / "src" / destination, ignore=ignored)
                else:
                    (tmp_path / "src").mkdir(exist_ok=True)
                    shutil.copy(ROOT / source, tmp_path / "src")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)]
    done = subprocess.run([*build, str(tmp_path / "src")], capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {f"{each.language}/{file}" for each in SKELETONS.values() for file in each.files}
    expected |= {f"common/{file}" for file in (DEVIATIONS, "README.md", "workflow.yml")}
    assert {f"ackproof/skeletons/{file}" for file in expected} <= names


def test_the_image_runs_the_command() -> None:
    """It is installed under that name."""
    (entry,) = re.findall(r"^ENTRYPOINT (.+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert '["ackproof"]' == entry
    assert 'ackproof = "ackproof.start:main"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
