"""The page `docs/assurance.md`: for each long check what was run, on which commit, when, and with what result.

Each check writes its run to `docs/assurance.json` when it ends, and regenerates the page. `python -m assurance.page`,
in `tests/`, only regenerates the page.
"""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from platform import python_version
from typing import Any

from attrs import asdict, frozen

from .progress import GENERATED, ROOT, Progress, now, write_whole

RECORD = ROOT / "docs" / "assurance.json"
PAGE = ROOT / "docs" / "assurance.md"

CHECKS = {
    "slow": "the tests that are marked slow: more seeds, larger sizes, wheel and checkout, the full exploration",
    "mutation": "automatic mutants of the reference, the rules and the oracle: each is killed by a test, or explained",
    "no-false-alarm": "workloads through right targets, from seeds unused in development, without one alarm",
    "kills": "a stream on Spark whose driver, Python workers, JVM and executors are killed at random moments",
    "faults": "fault injection: replies, processes, data, signals, resources, two commands at once, clusters",
    "proofs": "the proofs in Coq: their assumptions, the extracted program against the reference, and wrong models",
    "explore": "every history of up to 4 tuples, 2 roots, 3 ticks, one duplicate and one reset-timeout; since commit "
    "`2eb6585f` of 23 November 2026 also the [designs](designs.md) under review",
}
"""The long checks, each run by `tox -e NAME`, with a description."""

PARTS = {
    "mutation": ("reference", "rules", "rules/acker", "rules/topology", "rules/sizes", "oracle", "oracle/sizes"),
    "faults": ("replies", "lives", "data", "signals", "resources", "concurrency", "clusters", "determinism"),
}
"""Checks whose parts are recorded separately: a run of all of them takes longer than a commit stays the newest."""

HEAD = """\
# Assurance

The tests of the [README](../README.md) take minutes and run for each change. The checks below take longer. Each is one
command. All but the proofs can be interrupted: the same command continues where it stopped. Results of a check are kept
until a file that they depend on changes; `tox -e CHECK -- --anew` discards them, except for the proofs, which keep
nothing. A complete check writes here what was run, on which commit, and with what result. "With changes" means that the
checkout had uncommitted changes. If a check is a table of parts, each part has its own commit, and was not run on later
changes.

This page is made from `docs/assurance.json`, by the checks themselves and by `python -m tools.regenerate`.
"""

FOOT = """\
A failed check is shown as failed until it is complete again.
"""


@frozen
class Entry:
    """One complete run of a check, or of a part of one.

    `figures` describes what was run, and `failures` has the failures; it is empty if the run passed. `began` is the
    start of its first session; `seconds` is the time of all sessions together.
    """

    figures: str
    failures: tuple[str, ...]
    commit: str
    changed: bool
    began: str
    ended: str
    seconds: int
    python: str


def note(check: str, figures: str, failures: Sequence[str], *progresses: Progress, part: str | None = None) -> None:
    """Record a complete run of a check, or of one of its `PARTS`, and update the page. `progresses` are those of the
    whole run.
    """
    commit, changed = _commit()
    entry = Entry(
        figures=figures,
        failures=tuple(failures),
        commit=commit,
        changed=changed,
        began=min(each.began for each in progresses),
        ended=now(),
        seconds=round(sum(each.seconds for each in progresses)),
        python=python_version(),
    )
    entries = read()
    entries[check] = asdict(entry) if part is None else {**entries.get(check, {}), part: asdict(entry)}
    ordered = {each: entries[each] for each in CHECKS if each in entries}
    write_whole(RECORD, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
    write_page()


def read() -> dict[str, Any]:
    """Return the entries of the record, by check."""
    entries: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return entries


def page(entries: Mapping[str, Any]) -> str:
    """Return the text of the page."""
    sections = [line for check, what in CHECKS.items() for line in _section(check, what, entries.get(check))]
    return "\n".join([HEAD, *sections, FOOT])


def _section(check: str, what: str, entry: Mapping[str, Any] | None) -> Iterator[str]:
    yield f"## `tox -e {check}`"
    yield ""
    yield f"Runs {what}."
    yield ""
    if entry is None:
        yield "Not run yet."
        yield ""
        return
    in_parts = check in PARTS
    yield f"|{' part |' if in_parts else ''} result | what was run | commit | when | Python |"
    yield f"|{'---|' if in_parts else ''}---|---|---|---|---|"
    rows = {f" {part} |": entry.get(part) for part in PARTS[check]} if in_parts else {"": entry}
    for part, row in rows.items():
        yield f"|{part} {_row(row) if row is not None else 'not run yet | | | | |'}"
    yield ""
    failures = [failure for row in rows.values() if row is not None for failure in row["failures"]]
    yield from (f"- failed: `{failure}`" for failure in failures)
    if failures:
        yield ""


def _row(entry: Mapping[str, Any]) -> str:
    result = f"{len(entry['failures'])} failed" if entry["failures"] else "passed"
    commit = f"`{entry['commit'][:10]}`{', with changes' if entry['changed'] else ''}"
    when = f"{entry['began']} to {entry['ended']}, {_minutes(entry['seconds'])} in all"
    return f"{result} | {entry['figures']} | {commit} | {when} | {entry['python']} |"


def _minutes(seconds: int) -> str:
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"


def _commit() -> tuple[str, bool]:
    """Return the commit of the checkout, and whether files differ from it, except those that long checks write."""
    try:
        commit = _git("rev-parse", "HEAD").strip()
        changed = _git("status", "--porcelain", "--", ".", *(f":!{file}" for file in GENERATED))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", True
    return commit, bool(changed.strip())


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 - git, wherever it is


def is_out_of_date() -> bool:
    """Whether the page differs from the one that the record gives."""
    return not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page(read())


def write_page() -> None:
    """Write the page."""
    write_whole(PAGE, page(read()))


if __name__ == "__main__":
    write_page()
