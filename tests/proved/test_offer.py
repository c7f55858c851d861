"""The targets `proved` and `proved-native`: their offers equal their descriptions, and what a machine may lack."""

import shutil

import pytest
from ackproof.engine.discovery import discover
from ackproof.errors import TargetUnavailable
from ackproof_adapters.proved import program
from attrs import evolve

LACK = program.missing()


@pytest.mark.parametrize("name", ["proved", "proved-native"])
@pytest.mark.skipif(LACK is not None, reason=str(LACK))
def test_the_program_says_of_itself_what_the_offer_says(name: str) -> None:
    """Only its evidence differs: the OCaml that built it, and the type of ids."""
    offer = discover.offered(name)
    target = offer.make()
    try:
        description = target.describe()
    finally:
        target.close()
    assert evolve(description, evidence={}) == offer.described
    assert {"ids", "ocaml"} == set(description.evidence)


def test_what_is_missing_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offer can be read without OCaml."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(TargetUnavailable, match="OCaml is not installed: apt-get install ocaml-nox ocaml-findlib"):
        discover.find("proved")
    with pytest.raises(TargetUnavailable, match="OCaml is not installed"):
        program.command()


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """OCaml is installed, but its library for JSON is not."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/somewhere/{name}")
    monkeypatch.setattr(program, "failure", lambda _: "not found")
    assert "OCaml has no library yojson: " in str(program.missing())
