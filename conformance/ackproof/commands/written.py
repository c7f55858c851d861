"""A certificate that a command reads to show it."""

from pathlib import Path

from ackproof.engine.certificate import read_written
from ackproof.engine.verify import is_edited
from ackproof.text import terminal
from ackproof.wire.certificates import WrittenCertificate


def read_and_warn(path: Path) -> WrittenCertificate:
    """Return the certificate in a file, with a warning on standard error if it was edited since it was written. Raise
    `UsageError` if it is none.
    """
    certificate = read_written(path)
    if is_edited(certificate):
        warning = f"warning: {path} was edited since it was written: its digest is another"
        terminal.errors().print(warning, soft_wrap=True)
    return certificate
