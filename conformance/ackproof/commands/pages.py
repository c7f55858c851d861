"""Writing pages: what `report`, `certify`, `compare` and `mutants` do with `--html`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from ackproof.commands.arguments import path
from ackproof.engine.causes import causes_of_written
from ackproof.errors import UsageError
from ackproof.pages.report import Group, report_page
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget
from ackproof.wire.output import cannot_write, owned, write_whole


def add_html(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option that asks for a page."""
    parser.add_argument(
        "--html", type=path, metavar="FILE", help=f"write {what} as a page of one file (with the extra 'pages')"
    )


def write_page(file: Path, page: str) -> None:
    """Write a page, whole or not at all."""
    with owned(file):
        try:
            write_whole(file, page.encode())
        except OSError as error:
            raise cannot_write(file, error) from error


def write_report(file: Path, certificates: Sequence[WrittenCertificate]) -> None:
    """Write the report of some certificates as a page."""
    try:
        page = report_page(certificates, _grouped)
    except ValueError as error:
        raise UsageError(f"a witness of the certificate makes no sense: {error}") from error
    write_page(file, page)


def _grouped(target: WrittenTarget) -> Sequence[Group]:
    return [Group(first=first, others=others, why=why) for first, others, why in causes_of_written(target)]
