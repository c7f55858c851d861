"""Writing pages: what `report`, `certify`, `compare` and `mutants` do with `--html`."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ackproof.engine.discovery import discover
from ackproof.engine.driver import Driver
from ackproof.engine.evidence.causes import causes_of_written
from ackproof.engine.replaying.replay import Replay, can_replay, replay_witness
from ackproof.errors import UsageError
from ackproof.pages.page import check_jinja2
from ackproof.pages.report import Group, Replaying, report_page
from ackproof.pages.timelines.timeline import ReplayedAnswers
from ackproof.text.values import path
from ackproof.wire.certificates import WrittenCertificate, WrittenTarget
from ackproof.wire.output import cannot_write, owned, require_writable, write_whole
from ackproof.witness import Witness

HTML = "--html"


def add_html(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option that asks for a page."""
    parser.add_argument(
        HTML, type=path, metavar="FILE", help=f"write {what} as a page of one file (with the extra 'pages')"
    )


def require_page(file: Path, made: Path | None = None) -> None:
    """Raise `UsageError` if a page cannot be made, or not be written there, as far as that is known before a long run.
    `made` is a folder that the run makes.
    """
    check_jinja2()
    require_writable(file, HTML, made)


def write_page(file: Path, page: str) -> None:
    """Write a page, whole or not at all."""
    with owned(file, HTML):
        try:
            write_whole(file, page.encode())
        except OSError as error:
            raise cannot_write(file, error) from error


def replayed_answers(replayed: Replay) -> ReplayedAnswers:
    """Return a replay as pages show it."""
    return ReplayedAnswers(
        answers=replayed.rendered(),
        differing=replayed.differing,
        conclusion=replayed.conclusion(),
        holds=not (replayed.is_broken or replayed.breaks_the_rule or replayed.is_undecided),
    )


@contextmanager
def replaying(names: Sequence[str], reply_timeout: float | None) -> Iterator[Replaying | None]:
    """Provide a function that replays the witnesses of a report on targets; None without targets. A target takes part
    if it has the component of a witness.
    """
    drivers: dict[tuple[str, str], Driver] = {}

    def found(name: str, component: str) -> Driver:
        if (name, component) not in drivers:
            drivers[name, component] = discover.find(name, reply_timeout, component)
        return drivers[name, component]

    def replay(witness: Witness) -> ReplayedAnswers | None:
        there = [found(name, witness.run.component) for name in dict.fromkeys(names)]
        able = [driver for driver in there if can_replay(witness.run, driver)]
        return replayed_answers(replay_witness(witness, able)) if able else None

    try:
        yield replay if names else None
    finally:
        for driver in drivers.values():
            driver.close()


def write_report(file: Path, certificates: Sequence[WrittenCertificate], replay: Replaying | None = None) -> None:
    """Write the report of some certificates as a page, with the answers of other targets beside if they are asked."""
    try:
        page = report_page(certificates, _grouped, replay)
    except ValueError as error:
        raise UsageError(f"a witness of the certificate makes no sense: {error}") from error
    write_page(file, page)


def _grouped(target: WrittenTarget) -> Sequence[Group]:
    return [Group(first=first, others=others, why=why) for first, others, why in causes_of_written(target)]
