"""The adapters to copy for Heron and kumulus: they speak the protocol, and hide no mistake of the libraries that they
call.

No registry has the two, so each adapter is compiled against right stubs in `stubs/` with the names and signatures that
it calls. Rules judge the library behind the adapter, so a mistake in a stub has to be found.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from attrs import frozen
from common import hasty
from common.command import Command

ROOT = Path(__file__).parents[2]
STUBS = Path(__file__).parent / "stubs"
SHARED_TASKS = "mine 8"
"""Arguments of the adapter of kumulus: a version, and so few bolt tasks that several tuples share one."""


@frozen
class Other:
    """An adapter, and a mistake in its library: the stub, the text, its replacement, and the rule that finds it."""

    folder: str
    main: str
    arguments: str
    stub: str
    right: str
    wrong: str
    broken: str


OTHERS = (
    Other("heron", "HeronAdapter", "mine", "RotatingMap.java", "old ^ value", "old | value", "ACK-04"),
    Other(
        "kumulus",
        "KumulusAdapter",
        SHARED_TASKS,
        "KumulusAcker.java",
        "tuples.remove(input) && tuples.isEmpty()",
        "tuples.remove(input)",  # done at the first ack of a tuple, as where all went to one task
        "ACK-03",
    ),
)


@pytest.fixture(scope="module")
def javac() -> Path:
    """Return the compiler of Java."""
    found = shutil.which("javac")
    if found is None:
        pytest.skip("the adapters for Heron and kumulus need javac, which is not on the path")
    return Path(found)


@pytest.fixture(scope="module")
def build(javac: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the adapters and the stubs, compiled together."""
    folder = tmp_path_factory.mktemp("build")
    sources = (*(ROOT / "examples" / "others").glob("*.java"), *STUBS.rglob("*.java"))
    subprocess.run([javac, *hasty.JAVAC, "-Werror", "-d", folder, *sources], check=True)
    return folder


@pytest.mark.parametrize("other", OTHERS, ids=[other.folder for other in OTHERS])
def test_an_adapter_is_right_in_form_and_hides_no_mistake(
    ackproof: Command, javac: Path, build: Path, tmp_path: Path, other: Other
) -> None:
    """It speaks the protocol, names its assumptions, and returns the acker's notifications, right ones and
    wrong ones.
    """

    def target(classes: str) -> str:
        java = " ".join([str(javac.with_name("java")), *hasty.JAVA])
        return f"exec:{java} -cp {classes} {other.main} {other.arguments}"

    smoke = ackproof("smoke", target(str(build)))
    assert (0, "") == (smoke.code, smoke.err)
    assert f"{other.folder} mine" in smoke.out
    assert "assumes-init-first, assumes-no-duplicates" in smoke.words
    result = ackproof("certify", target(str(build)), "-q", "--rule", "ACK-0[346]", "--examples", "60")
    assert (0, "") == (result.code, result.err)
    assert "conformant, assuming init-first and no-duplicates (3 PASS)" in result.words

    (stub,) = (STUBS / other.folder).rglob(other.stub)
    source = stub.read_text(encoding="utf-8")
    assert other.right in source
    mistaken = tmp_path / other.stub
    mistaken.write_text(source.replace(other.right, other.wrong), encoding="utf-8")
    subprocess.run([javac, *hasty.JAVAC, "-cp", build, "-d", tmp_path / "mistaken", mistaken], check=True)
    classes = f"{tmp_path / 'mistaken'}{os.pathsep}{build}"
    result = ackproof("certify", target(classes), "-q", "--rule", other.broken, "--examples", "60")
    assert (1, "") == (result.code, result.err)
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))
    assert [(other.broken, "FAIL")] == [(each["rule"], each["verdict"]) for each in certificate["verdicts"]]
