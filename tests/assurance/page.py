"""The page `docs/assurance.md`: for each long check what was run, on which commit, when, and with what result.

Each check notes its run in `docs/assurance.json` when it ends, and brings the page up to date. `python -m
assurance.page`, in `tests/`, makes the page anew.
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
    "no-false-alarm": "workloads through right targets, from seeds that nothing was made to fit, without one alarm",
    "kills": "a stream on Spark whose driver, Python workers, JVM and executors are killed at random moments",
    "faults": "the program mistreated: replies, processes, data, signals, resources, two at once, clusters",
    "proofs": "the proofs in Coq: what they rest on, the extracted program beside the reference, and wrong models",
    "explore": "every history of up to 4 tuples, 2 roots, 3 ticks, one duplicate and one reset-timeout",
}
"""The long checks, each of which is `tox -e NAME`, and what each runs."""

PARTS = {
    "faults": ("replies", "lives", "data", "signals", "resources", "concurrency", "clusters", "determinism"),
}
"""Checks of which each part is noted by itself, as no commit stays the newest for as long as all of them take."""

HEAD = """\
# Assurance

The tests that the [README](../README.md) names take minutes and are run for each change. The checks below take longer.
Each is one command, which can be interrupted and given again: then it goes on where it was, but for the proofs. What a
check has done counts until something changes that it depends on; `tox -e CHECK -- --anew` forgets it. When a check is
complete, it notes here what was run, on which commit, and with what result. "With changes" means that files of the
checkout differed from that commit. A check whose parts stand in a table is noted part by part: each names the commit
that *it* was run on, and what was changed since then it did not see.

This page is made of `docs/assurance.json`, by the checks themselves and by `python -m tools.regenerate`.
"""

FOOT = """\
A check that failed stands here as failed until it is complete again.
"""


@frozen
class Entry:
    """One complete run of a check, or of a part of one.

    `figures` says in words what was run, and `failures` what went wrong, nothing if all was well. `began` is when its
    first sitting began; `seconds` is the time of all sittings together.
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
    """Note a complete run of a check in the record, or of one of its `PARTS`, and bring the page up to date.
    `progresses` are of what it consists of.
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
    """Return the commit of the checkout, and whether files differ from it that no long check writes."""
    try:
        commit = _git("rev-parse", "HEAD").strip()
        changed = _git("status", "--porcelain", "--", ".", *(f":!{file}" for file in GENERATED))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", True
    return commit, bool(changed.strip())


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607 - git, wherever it is


def is_out_of_date() -> bool:
    """Whether the page is not what is made of the record now."""
    return not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page(read())


def write_page() -> None:
    """Make the page anew."""
    write_whole(PAGE, page(read()))


if __name__ == "__main__":
    write_page()
