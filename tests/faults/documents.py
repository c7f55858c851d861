"""Small evidence files and debug logs, of which every byte can be damaged, and how the commands read them.

Damage in a log or a witness cannot be detected, so only the command's behaviour is checked. A certificate has a digest:
if a damaged one is accepted, its content has to be unchanged.
"""

import gzip
import io
import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from .inputs import a_certificate, a_witness, worker_log

LINES = (1, 2, 11, 12, 13, 14, 18, 19, 166, 284, 348)
"""Lines of the log, at least one of each kind: the first line of all kinds is longer than all others together."""

NOT_DIGESTED = ("started", "seconds", "digest")


def _few_lines() -> bytes:
    lines = worker_log().splitlines(keepends=True)
    return b"".join(lines[number] for number in LINES)


def write_debug_log(folder: Path) -> Sequence[Path]:
    """Write a debug log of a few lines."""
    (folder / "worker.log").write_bytes(_few_lines())
    return [folder / "worker.log"]


def write_gzipped_log(folder: Path) -> Sequence[Path]:
    """Write the same log, compressed as after a rotation."""
    (folder / "worker.log.1.gz").write_bytes(gzip.compress(_few_lines(), mtime=0))
    return [folder / "worker.log.1.gz"]


def read_debug_log(folder: Path) -> Any:
    """Audit the log in a folder, with its table of events; return the output."""
    from ackproof_adapters.audit.audit import audit  # noqa: PLC0415 - not on every machine
    from ackproof_adapters.audit.command import add_command  # noqa: PLC0415

    (path,) = (each for each in folder.iterdir() if each.name.startswith("worker.log"))
    out = folder / "audited"
    options = _options(add_command, "audit", str(path), "--out", str(out), "--workers", "1", "-q")
    written = io.StringIO()
    try:
        with redirect_stdout(written), redirect_stderr(io.StringIO()):
            audit(options)
    finally:
        for each in out.glob("*"):
            each.unlink()
        if out.exists():
            out.rmdir()
    return _in_print(written.getvalue())


def write_certificate(folder: Path) -> Sequence[Path]:
    """Write a certificate of a wrong acker."""
    (folder / "certificate.json").write_bytes(a_certificate())
    return [folder / "certificate.json"]


def read_certificate(folder: Path) -> Any:
    """Show a certificate in every form, and compare it with itself; return the output."""
    from ackproof.engine.verify import read_as_written  # noqa: PLC0415 - only in the child
    from ackproof.errors import UsageError  # noqa: PLC0415
    from ackproof.reports.compare_forms import TEXTS, as_json  # noqa: PLC0415
    from ackproof.reports.comparison import compared  # noqa: PLC0415
    from ackproof.reports.formats import FORMATS, rendered  # noqa: PLC0415

    certificate = read_as_written(folder / "certificate.json")
    for form in FORMATS:
        try:
            rendered(certificate, form)
        except UsageError:
            if form != "in-toto":  # in-toto is for targets whose files are named
                raise
    comparison = compared(certificate, certificate)
    for text in TEXTS.values():
        list(text(comparison))
    json.dumps(as_json(comparison))
    return _digested(certificate.document)


def says_what_was_written(_: Path, right: Any, found: Any) -> bool:
    """Whether a certificate has the same content: then only its form, or a part outside its digest, was damaged."""
    return bool({name: found.get(name) for name in right} == right)


def _digested(document: Any) -> Any:
    if isinstance(document, dict):
        return {name: _digested(value) for name, value in document.items() if name not in NOT_DIGESTED}
    return [_digested(each) for each in document] if isinstance(document, list) else document


def write_witness(folder: Path) -> Sequence[Path]:
    """Write the witness of a wrong acker."""
    (folder / "witness.json").write_bytes(a_witness())
    return [folder / "witness.json"]


def read_witness(folder: Path) -> Any:
    """Replay a witness on the reference; return the output."""
    from ackproof.commands.replay import add_command  # noqa: PLC0415 - only in the child
    from ackproof.errors import UsageError  # noqa: PLC0415

    options = _options(add_command, "replay", str(folder / "witness.json"), "reference", "--reply-timeout", "10s")
    written = io.StringIO()
    with redirect_stdout(written), redirect_stderr(io.StringIO()):
        code = options.run(options)
    if code not in (0, 1):
        raise UsageError("the reference is blamed for the file")
    return _in_print(written.getvalue())


def _options(add_command: Callable[[Any], None], *words: str) -> Namespace:
    """Return the options of a command from its own parser."""
    from ackproof.commands.parser import CommandParser  # noqa: PLC0415 - only in the child

    parser = CommandParser()
    add_command(parser.add_subparsers())
    return parser.parse_args(words)


def _in_print(text: str) -> str:
    assert text.replace("\n", "").isprintable(), f"prints {text!r}"
    return text
