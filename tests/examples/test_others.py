"""The adapters to copy for Heron and kumulus: right in form, and they hide no mistake of what they call.

No registry has the two, so each adapter is compiled against stubs of ours, in `stubs/`, which have the names and
signatures that it calls, and are right. What stands behind the adapter is judged by rules, so a stub with a mistake has
to be found.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from common.command import Command

ROOT = Path(__file__).parents[2]
STUBS = Path(__file__).parent / "stubs"
SHARED_TASKS = "mine 8"
"""Arguments of the adapter of kumulus: a version, and so few bolt tasks that tuples share them."""


@frozen
class Other:
    """An adapter, and a mistake in what it calls: the stub with it, what stands there, what shall, and who sees it."""

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

Built = Callable[..., str]


@pytest.fixture
def built(tmp_path: Path) -> Built:
    """Return a function that compiles an adapter with its stubs, with the mistake or without, and says the target."""
    javac = shutil.which("javac")
    if javac is None:
        pytest.skip("the adapters for Heron and kumulus need javac, which is not on the path")

    def made(other: Other, *, mistaken: bool = False) -> str:
        folder = tmp_path / "sources"
        shutil.copytree(STUBS / other.folder, folder)
        if mistaken:
            (stub,) = folder.rglob(other.stub)
            source = stub.read_text(encoding="utf-8")
            assert other.right in source
            stub.write_text(source.replace(other.right, other.wrong), encoding="utf-8")
        adapter = [ROOT / "examples" / "others" / f"{name}.java" for name in ("Ackproof", other.main)]
        options = ("--release", "8", "-Xlint:-options", "-Werror", "-d", tmp_path / "build")
        subprocess.run([javac, *options, *folder.rglob("*.java"), *adapter], check=True)
        java = Path(javac).with_name("java")
        return f"exec:{java} -cp {tmp_path / 'build'} {other.main} {other.arguments}"

    return made


@pytest.mark.parametrize("other", OTHERS, ids=[other.folder for other in OTHERS])
def test_an_adapter_is_right_in_form(ackproof: Command, built: Built, other: Other) -> None:
    """It speaks the protocol, names what it assumes, and says of a right acker what the acker said."""
    target = built(other)
    smoke = ackproof("smoke", target)
    assert (0, "") == (smoke.code, smoke.err)
    assert f"{other.folder} mine" in smoke.out
    assert "assumes-init-first, assumes-no-duplicates" in smoke.words
    told = ackproof("certify", target, "--rule", "ACK-0[3468]", "--rule", "ACK-12", "--examples", "60")
    assert (0, "") == (told.code, told.err)
    assert "conformant, assuming init-first and no-duplicates (5 PASS)" in told.words


@pytest.mark.parametrize("other", OTHERS, ids=[other.folder for other in OTHERS])
def test_an_adapter_hides_no_mistake(ackproof: Command, built: Built, tmp_path: Path, other: Other) -> None:
    """The rule that the mistake breaks is violated."""
    told = ackproof("certify", built(other, mistaken=True), "--rule", other.broken, "--examples", "60")
    assert (1, "") == (told.code, told.err)
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))
    assert [(other.broken, "FAIL")] == [(each["rule"], each["verdict"]) for each in certificate["verdicts"]]
