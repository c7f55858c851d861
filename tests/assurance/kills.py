"""Kill a stream on Spark many times, at random moments, and compare what it notified of with the reference.

    tox -e kills
    tox -e kills -- 10

Its driver, a Python worker and its JVM are killed in turn; a fifth as often, in a second stream, those of one that goes
by path; and as often, in a third stream on a cluster of two workers, an executor. The streams stay in a folder, so a
run that was interrupted goes on with the same streams, as long as nothing has changed.
"""

import argparse
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ackproof_adapters.spark.session import local_session, missing
from spark.clusters import cluster
from spark.killing import HERE, KilledStream

from . import checks, page
from .progress import FOLDER, Progress, whole_checkout

KILLS = 50
FOLDERS = FOLDER / "kills"
CHECKED = "checked"
BY_PATH = "Parquet by path"


@contextmanager
def here(_: Path) -> Iterator[str]:
    """Yield the master that runs in this process."""
    yield "local[*]"


def kills(order: argparse.Namespace) -> int:
    """Run the remaining kills; return the exit code."""
    lack = missing()
    if lack is not None:
        checks.say(lack)
        return 1
    failures: list[str] = []
    done = []
    few = max(1, order.kills // 5)
    for name, victims, count, on, by_path in (
        ("on one machine", HERE, order.kills, here, False),
        (BY_PATH, HERE, few, here, True),
        ("on a cluster", ("executor",), few, cluster, False),
    ):
        folder = FOLDERS / name.replace(" ", "-")
        progress = Progress(FOLDER / "kills.json", name, whole_checkout(), (str(order.kills),), anew=order.anew)
        if not progress.outcomes:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        if CHECKED not in progress.outcomes:
            with on(folder) as master:
                stream = KilledStream(folder / "stream", victims, master, by_path=by_path)
                failures += _killed(progress, stream, count)
        victims_killed = Counter(victim for at, victim in progress.outcomes.items() if at != CHECKED)
        done.append((f"{name}: " + ", ".join(f"{victim} {n}" for victim, n in victims_killed.items()), progress))
    figures = "killed " + "; ".join(words for words, _ in done)
    checks.say(figures)
    if order.kills >= KILLS:
        page.note("kills", figures, failures, *(progress for _, progress in done))
    return 1 if failures else 0


def _killed(progress: Progress, stream: KilledStream, count: int) -> list[str]:
    stream.folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        if str(number) not in progress.outcomes:
            progress.keep(str(number), stream.kill(number))
            checks.say(f"{number + 1} of {count}: {progress.outcomes[str(number)]} killed, {stream.files} files")
    stream.finish(local_session())
    try:
        stream.check(local_session())
    except AssertionError as error:
        return [f"{progress.part}: {str(error).splitlines()[0] if str(error) else 'other notifications than expected'}"]
    progress.keep(CHECKED, "as expected")
    return []


def main() -> None:
    """Run the command."""
    options = checks.parser(__doc__)
    options.add_argument("kills", nargs="?", type=int, default=KILLS, help="how many (default: %(default)s)")
    checks.main(kills, options)


if __name__ == "__main__":
    main()
