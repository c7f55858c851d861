"""The folder of a certificate: the certificate, a JUnit file, and a witness for each violation.

A run writes its findings into the folder `partial`, beside the evidence of an earlier run. At its end they replace the
earlier set, of which only the files are removed that the earlier certificate names. A run that is cut off leaves the
earlier set complete, and its own in `partial`.
"""

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field

from ackproof.engine.evidence.certificate import Certificate
from ackproof.errors import UsageError
from ackproof.reports import junit
from ackproof.text.sanitize import file_name
from ackproof.verdict import Verdict
from ackproof.wire.documents import encode_file, parse
from ackproof.wire.output import write_whole
from ackproof.wire.witnesses import witness_to_json

PARTIAL = "partial"
CERTIFICATE = "certificate.json"
JUNIT = "junit.xml"
WITNESSES = "witness-*.json"


@define
class Evidence:
    """The folder of a certificate, while a run owns it. One run at a time does."""

    folder: Path
    _lock: int | None = field(init=False, default=None)

    _given: Path = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._given = self.folder
        # A target may change the working directory.
        self.folder = self.folder.absolute()

    @property
    def partial(self) -> Path:
        """The folder that a run writes to until it is complete."""
        return self.folder / PARTIAL

    def begin(self) -> None:
        """Lock the folder for this run. Raise `UsageError` if it is not writable, or another run has locked it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self.folder)
            if self.partial.is_symlink():  # a link, so the files behind it are not the suite's
                self.partial.unlink()
            self.partial.mkdir(exist_ok=True)
            for name in self._own_files(self.partial):
                (self.partial / name).unlink(missing_ok=True)
            probe = self.partial / ".ackproof-probe"
            probe.write_text("written to see whether that can be done\n", encoding="utf-8")
            probe.unlink()
        except BlockingIOError:
            raise UsageError(
                f"another run is writing into {self.folder}; wait for its end, or name another folder with --out"
            ) from None
        except OSError as error:
            self.end()
            raise UsageError(
                f"cannot write into {self._given}: {error.strerror}; name another folder with --out"
            ) from error

    def end(self) -> None:
        """Release the folder. An empty `partial` is removed."""
        with contextlib.suppress(OSError):
            self.partial.rmdir()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def add(self, verdict: Verdict) -> None:
        """Write the witness of a verdict as soon as it is reached. If that fails now, `complete` says so later."""
        if verdict.witness is not None:
            with contextlib.suppress(OSError):
                write_whole(self.partial / witness_name(verdict), encode_file(witness_to_json(verdict.witness)))

    def cut_off(self, certificate: Certificate) -> None:
        """Write the findings of a run that was interrupted. Raise `UsageError` if they cannot be written."""
        with self._writing():
            self._write_all(certificate)

    def complete(self, certificate: Certificate) -> None:
        """Replace an earlier run's evidence by that of a complete run. Raise `UsageError` if that fails; then the
        earlier evidence is unchanged.
        """
        with self._writing():
            written = self._write_all(certificate)
            earlier = self._own_files(self.folder)
            for name in written:
                (self.partial / name).replace(self.folder / name)
            for name in earlier - set(written):
                (self.folder / name).unlink(missing_ok=True)
            for name in self._own_files(self.partial):
                (self.partial / name).unlink(missing_ok=True)

    def _write_all(self, certificate: Certificate) -> Sequence[str]:
        """Write the set into `partial`; return the names of its files, of which the certificate is the last."""
        verdicts = [verdict for report in certificate.targets for verdict in report.verdicts]
        documents = {JUNIT: junit.document(certificate.written())}
        for verdict in verdicts:
            if verdict.witness is not None:
                documents[witness_name(verdict)] = encode_file(witness_to_json(verdict.witness))
        documents[CERTIFICATE] = encode_file(certificate.to_json(sorted(documents)))
        for name, content in documents.items():
            write_whole(self.partial / name, content)
        return list(documents)

    def _own_files(self, folder: Path) -> set[str]:
        """Return the names of the files that a certificate in a folder names, and of the certificate itself. `partial`
        may have no certificate yet: there, all files with the name of a witness are the suite's.
        """
        found = {path.name for path in folder.glob(WITNESSES)} if folder == self.partial else set()
        # The file may not be the suite's. If it is not a certificate of the suite, it names no files of the suite.
        with contextlib.suppress(OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
            document = parse((folder / CERTIFICATE).read_bytes())
            found |= {CERTIFICATE, *_named(document)}
        if folder == self.partial:
            found |= {CERTIFICATE, JUNIT}
        return {name for name in found if Path(name).name == name}

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UsageError(f"cannot write into {self.folder}: {error.strerror}; what it found is above") from error


def witness_name(verdict: Verdict) -> str:
    """Return the file name of a verdict's witness."""
    return _witness_name(verdict.target, verdict.rule, verdict.profile)


def _witness_name(target: str, rule: str, profile: str | None) -> str:
    return f"witness-{file_name(target)}-{rule}{f'-{profile}' if profile else ''}.json"


def _named(document: object) -> set[str]:
    """Return the files that a certificate names. A certificate of release 0.1.0 has no list of files: they follow from
    its verdicts.
    """
    if not isinstance(document, dict) or "certificate" not in document:
        return set()
    if "files" in document:
        return {name for name in document["files"] if isinstance(name, str)}
    broken = [each for each in document.get("verdicts", []) if "witness" in each]
    return {JUNIT, *(_witness_name(each["target"], each["rule"], each["profile"]) for each in broken)}


def _locked(folder: Path) -> int | None:
    """Lock a folder; return the descriptor to close. Raise BlockingIOError if another process has locked it."""
    if sys.platform == "win32":
        return None  # folders cannot be opened on this platform
    import fcntl  # noqa: PLC0415  # not on every platform

    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(opened)
        if isinstance(error, BlockingIOError):
            raise
        return None  # a file system without locks
    return opened
