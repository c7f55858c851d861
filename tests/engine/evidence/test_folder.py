"""The folder of a certificate: it has no stale files, other files are not touched, and no file is incomplete."""

import fcntl
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from ackproof.components.acker import AckerResult, Fail
from ackproof.engine.evidence.certificate import Certificate, TargetReport
from ackproof.engine.evidence.folder import Evidence
from ackproof.engine.examination.examine import Effort
from ackproof.engine.plan import Selection
from ackproof.errors import UsageError
from ackproof.target import Config, Description, Run
from ackproof.verdict import Outcome, Verdict
from ackproof.wire import schemas
from ackproof.witness import Witness

DESCRIBED = Description(name="it", version="1", language="python", components=("acker",))


def broken(rule: str) -> Verdict:
    """Return a verdict with a witness."""
    witness = Witness(
        rule=rule,
        title="A title",
        target="it",
        version="1",
        seed=0,
        run=Run("acker", Config(), (Fail(1),)),
        violation="it is broken",
        at=0,
        results=(AckerResult(),),
        story=(f"{rule} is broken",),
    )
    return Verdict(
        target="it",
        rule=rule,
        title="A title",
        level="MUST",
        profile="storm2",
        outcome=Outcome.FAIL,
        reason="it is broken",
        witness=witness,
    )


def certificate(*verdicts: Verdict, cut_off: bool = False, unavailable: str | None = None) -> Certificate:
    """Return a certificate of these verdicts."""
    report = TargetReport(
        name="it", description=None if unavailable else DESCRIBED, verdicts=verdicts, unavailable=unavailable
    )
    return Certificate(
        targets=[report],
        selection=Selection(),
        effort=Effort(),
        strict=False,
        seconds=1.0,
        started=datetime(2026, 1, 1, tzinfo=UTC),
        cut_off=cut_off,
    )


def written(folder: Path, result: Certificate) -> None:
    """Write the evidence of a run."""
    evidence = Evidence(folder)
    evidence.begin()
    try:
        (evidence.cut_off if result.cut_off else evidence.complete)(result)
    finally:
        evidence.end()


def names(folder: Path) -> list[str]:
    """Return the names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def document(folder: Path) -> dict[str, Any]:
    """Return the certificate in a folder."""
    found: dict[str, Any] = json.loads((folder / "certificate.json").read_text(encoding="utf-8"))
    return found


def test_a_new_set_takes_the_place_of_the_earlier_one(tmp_path: Path) -> None:
    """The earlier witnesses are removed, and files that the earlier certificate does not name are kept, whatever their
    names.
    """
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    written(tmp_path, certificate(broken("ACK-03")))
    (tmp_path / "witness-of-somebody-else.json").write_text("{}", encoding="utf-8")
    written(tmp_path, certificate(broken("ACK-04")))
    left = ["certificate.json", "junit.xml", "notes.txt", "witness-it-ACK-04-storm2.json"]
    assert [*left, "witness-of-somebody-else.json"] == names(tmp_path)
    assert ["junit.xml", "witness-it-ACK-04-storm2.json"] == document(tmp_path)["files"]


def test_a_certificate_of_release_0_1_0_is_replaced_with_its_witnesses(tmp_path: Path) -> None:
    """It has no list of files, but its verdicts name them."""
    written(tmp_path, certificate(broken("ACK-03")))
    old = document(tmp_path)
    del old["files"]
    (tmp_path / "certificate.json").write_text(json.dumps(old), encoding="utf-8")
    written(tmp_path, certificate())
    assert ["certificate.json", "junit.xml"] == names(tmp_path)


def test_a_run_that_was_cut_off_leaves_the_earlier_set_whole(tmp_path: Path) -> None:
    """Its own evidence is in `partial`, marked as incomplete, and the next complete run removes it."""
    written(tmp_path, certificate(broken("ACK-03")))
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    written(tmp_path, certificate(broken("ACK-04"), cut_off=True))
    partial = tmp_path / "partial"
    assert before == {name: (tmp_path / name).read_bytes() for name in before}
    assert ["certificate.json", "junit.xml", "witness-it-ACK-04-storm2.json"] == names(partial)
    assert document(partial)["cut_off"] is True
    assert b'errors="1"' in (partial / "junit.xml").read_bytes()
    written(tmp_path, certificate())
    assert ["certificate.json", "junit.xml"] == names(tmp_path)


def test_a_folder_has_one_run_at_a_time(tmp_path: Path) -> None:
    """The second run is refused and changes nothing."""
    opened = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(opened, fcntl.LOCK_EX)
    try:
        with pytest.raises(UsageError, match="another run is writing into"):
            Evidence(tmp_path).begin()
        assert [] == names(tmp_path)
    finally:
        os.close(opened)
    written(tmp_path, certificate())


def test_a_link_in_the_folder_is_replaced_and_not_followed(tmp_path: Path) -> None:
    """Whoever can write there cannot choose which file is overwritten."""
    victim, out = tmp_path / "victim", tmp_path / "out"
    victim.write_text("precious", encoding="utf-8")
    out.mkdir()
    (out / "certificate.json").symlink_to(victim)
    written(out, certificate())
    assert "precious" == victim.read_text(encoding="utf-8")
    assert not (out / "certificate.json").is_symlink()


def test_a_certificate_that_cannot_be_written_leaves_the_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens on a full disk: the error has the reason."""
    written(tmp_path, certificate(broken("ACK-03")))
    before = document(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    evidence = Evidence(tmp_path)
    evidence.begin()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="No space left on device"):
        evidence.complete(certificate())
    evidence.end()
    assert before == document(tmp_path)


@pytest.mark.parametrize("unavailable", [None, "it has no disk"])
def test_every_certificate_follows_its_schema(tmp_path: Path, unavailable: str | None) -> None:
    """This includes the certificate of a target that could not be run."""
    written(tmp_path, certificate(unavailable=unavailable))
    schemas.check(document(tmp_path), "certificate")
