"""The same seed gives the same verdicts and the same witnesses, wherever and however the suite runs."""

import json
import re
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from ackproof.rules.registry import all_checks
from ackproof.workloads.choices import Model, example
from ackproof.workloads.hypothesis_draws import Unprinted, drawn_by, examples_of
from hypothesis import HealthCheck, Phase

ROOT = Path(__file__).resolve().parents[2]
FORGETFUL = "ackproof.examples.forgetful:make"
EXAMPLES = ("--examples", "30")
SOME = ("--rule", "ACK-[02][267]")
"""Rules of which the target breaks several, including a differential one."""
CLOCK = re.compile(r'("(?:seconds|started)":) [^,\n]+')


def certificate(folder: Path, *arguments: str, python: str = sys.executable) -> str:
    """Return the certificate of a run in a separate process and folder, without the values that depend on the clock."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [python, "-m", "ackproof", "certify", *EXAMPLES, FORGETFUL, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert 1 == done.returncode, done.stdout + done.stderr
    text = (folder / "out" / "certificate.json").read_text(encoding="utf-8")
    timeless, replaced = CLOCK.subn(r"\1 0", text)
    assert replaced > len(json.loads(text)["verdicts"])
    return timeless


def verdicts(certificate: str) -> dict[str, Any]:
    """Return the verdicts of a certificate, by rule."""
    return {each["rule"]: each for each in json.loads(certificate)["verdicts"]}


@pytest.fixture(scope="module")
def full_certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The certificate of some rules of the acker, in one process."""
    return certificate(tmp_path_factory.mktemp("full"), *SOME)


@pytest.fixture(scope="module")
def full_run(full_certificate: str) -> dict[str, Any]:
    """The verdicts of some rules of the acker, in one process."""
    return verdicts(full_certificate)


@pytest.mark.parametrize("rule", [pytest.param("ACK-07", marks=pytest.mark.slow), "ACK-27"])
def test_a_rule_alone_says_what_it_says_in_a_full_run(full_run: dict[str, Any], rule: str, tmp_path: Path) -> None:
    """The rules before it have no effect on it."""
    assert {rule: full_run[rule]} == verdicts(certificate(tmp_path, "--rule", rule))


def test_two_workers_write_what_one_writes_byte_by_byte(full_certificate: str, tmp_path: Path) -> None:
    """It does not matter which worker runs which rule: only times differ."""
    assert full_certificate == certificate(tmp_path, *SOME, "-n", "2")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_certificate_byte_by_byte(tmp_path: Path) -> None:
    """The certificate is made twice, in separate processes, of a wrong target and a right one. With two workers it has
    to be the same as well.
    """
    few = ("reference", "--examples", "12", "--seed", "5", "--rule", "ACK-0[378]")
    once, twice = (certificate(tmp_path / name, *few) for name in ("once", "twice"))
    assert once == twice


def test_local_modules_make_no_difference(full_run: dict[str, Any], tmp_path: Path) -> None:
    """Hypothesis would look for literals in the modules of the current folder."""
    (tmp_path / "sitecustomize.py").write_text("NUMBERS = [3, 7, 41, 1 << 40]\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(
        "from ackproof.examples.forgetful import make as make\nNUMBERS = [2, 5, 99]\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "ackproof", "certify", "mine:make", *EXAMPLES, "--rule", "ACK-07"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    (found,) = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))["verdicts"]
    assert full_run["ACK-07"]["witness"] == found["witness"]


@pytest.mark.slow
def test_wheel_and_checkout_say_the_same(tmp_path: Path) -> None:
    """The suite runs from site-packages, and from its sources."""
    wheels = tmp_path / "wheels"
    _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels), str(ROOT)])
    (wheel,) = wheels.glob("*.whl")
    python = {}
    for name in ("wheel", "checkout"):
        # The dependencies come from this environment; only ackproof is put before them.
        venv.create(tmp_path / name, with_pip=False)
        python[name] = str(tmp_path / name / "bin" / "python")
        (packages,) = (tmp_path / name).glob("lib/python*/site-packages")
        (packages / "dependencies.pth").write_text("\n".join(_site_packages()) + "\n", encoding="utf-8")
        if name == "wheel":
            _run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(packages)])
        else:
            sources = [str(ROOT / folder) for folder in ("reference", "conformance")]
            (packages / "a_checkout.pth").write_text("\n".join(sources) + "\n", encoding="utf-8")
    where = [python[name] for name in ("wheel", "checkout")]
    assert 2 == len({_location(each) for each in where})
    alike = [certificate(tmp_path / Path(each).parts[-3] / "run", "--rule", "ACK-0*", python=each) for each in where]
    assert alike[0] == alike[1]


@pytest.mark.parametrize("rule", ["RM-05", "ACK-03", "ACK-22", "ANC-07", "SPT-05"])
def test_hypothesis_draws_the_same_example(rule: str) -> None:
    """Hypothesis shrinks the example that the suite drew."""
    model = all_checks()[rule].model("storm2")
    for number in range(25):
        seed = f"{rule} {number}"
        assert example(model, seed) == _drawn_by_hypothesis(model, seed)


def _drawn_by_hypothesis(model: Model[Any], seed: str) -> Any:
    drawn: list[Any] = []
    with examples_of(seed) as backend:

        @hypothesis.settings(
            backend=backend,
            max_examples=2,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(drawn_by(model))
        def draw(unprinted: Unprinted[Any]) -> None:
            drawn.append(unprinted.value)

        draw()
    return drawn[-1]


def _site_packages() -> Sequence[str]:
    return [path for path in sys.path if path.endswith("site-packages")]


def _location(python: str) -> str:
    return _run([python, "-c", "import ackproof; print(ackproof.__file__)"])


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout
