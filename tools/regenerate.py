"""Regenerate the parts of the documentation that show what programs found.

Output of a command stands between `<!-- output of: COMMAND -->` and `<!-- end of output -->`. What is made of the
certificates in `docs/certificates/` stands between `<!-- made of certificates: PART -->` and `<!-- end of part -->`.
What is made of the kill matrix in `docs/mutants.json` stands between `<!-- made of mutants: PART -->` and the same.
The page `assurance.md` is made of `assurance.json` as a whole.

Run `python -m tools.regenerate` after a change of either; a test runs it with `--check`, which only says whether
anything would change, and with `--quick`, which believes output that takes Spark. Without `--check` it makes the
certificate of the reference anew first, and what tests keep of its beginning. With `--certify` it makes those of the
real ackers too, which takes a JDK, Maven and some minutes; or those of them that are named after it.
"""

import argparse
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ackproof.engine.kills import kill_matrix
from ackproof.wire.certificates import read_certificate
from ackproof.wire.documents import write_document
from ackproof_adapters.storm import toolchain
from ackproof_adapters.storm.versions import RELEASES, STACKS

from tools import kill_page
from tools.matrix import EARLIER, age, matrix, published
from tools.observations import observe_all

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))
assurance = importlib.import_module("assurance.page")
beginnings = importlib.import_module("engine.beginnings")
DOCS = ROOT / "docs"
PAGES = (
    ROOT / "README.md",
    DOCS / "your-own-acker.md",
    DOCS / "gate.md",
    DOCS / "real-ackers.md",
    DOCS / "running-storm.md",
    DOCS / "mutants.md",
    DOCS / "word-count.md",
    DOCS / "two-spouts-in-one-state.md",
    DOCS / "design-progress-timeout.md",
    DOCS / "design-heron.md",
)
CERTIFICATES = DOCS / "certificates"
OBSERVATIONS = CERTIFICATES / "observations.json"
OUR_ACKERS = ("kernel", "spark-batch", "spark-parquet", "spark-shards", "spark-stream", "proved", "proved-native")
"""Ackers of this repository whose certificates are published, besides those of the reference and of the real ackers."""
OTHERS = ("motorway-3.1.4", "storm-py-2.8.3", "storm-py-1.2.2", "storm-js-2.8.3", "pystorm-3.1.4")
"""Ackers and bolt libraries of other projects than Storm."""
SPARK = ("spark-",)
"""A word in commands that need Spark."""
CLUSTER = "storm-cluster-2.8.3"
RUNNING = (CLUSTER, "storm-local-2.8.3", "storm-local-1.2.2")
"""Storms that run by themselves. Their certificates depend on the clock, so they are made again only if they are named.
"""
MUTANTS = DOCS / "mutants.json"
STORY_OF = "SYS-15"
MADE = re.compile(
    r"<!-- made of (?P<source>certificates|mutants): (?P<part>\w+) -->\n\n(?P<text>.*?)<!-- end of part -->", re.DOTALL
)
OUTPUT = re.compile(
    r"<!-- output of: (?P<command>.+?) -->\n\n```\n(?P<output>.*?)```\n\n<!-- end of output -->", re.DOTALL
)


def main() -> int:
    """Regenerate all pages, or check them; return 1 if a page was out of date."""
    options = argparse.ArgumentParser(prog="python -m tools.regenerate", description=(__doc__ or "").split("\n\n")[0])
    options.add_argument("--check", action="store_true", help="change nothing, and say what would change")
    options.add_argument("--quick", action="store_true", help="believe output that takes Spark")
    options.add_argument("--certify", nargs="*", metavar="TARGET", help="certify real ackers too: these, or all")
    order = options.parse_args()
    check, believed = order.check, SPARK if order.quick else ()
    if not check:
        certify_and_keep(["reference", "topology-reference", "multilang-reference"])
        beginnings.write()
    if order.certify is not None:
        certify_real_ackers(order.certify)
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for page in PAGES:
            before = page.read_text(encoding="utf-8")
            after = _all_parts(before, Path(folder), believed)
            if after != before:
                stale.append(page.name)
                if not check:
                    page.write_text(after, encoding="utf-8")
    if assurance.is_out_of_date():
        stale.append(assurance.PAGE.name)
        if not check:
            assurance.write_page()
    if stale:
        print(f"{'out of date' if check else 'regenerated'}: {', '.join(stale)}")  # noqa: T201 - a command
    return 1 if stale and check else 0


def certify_and_keep(names: Iterable[str]) -> None:
    """Certify targets with their recorded deviations, and keep the certificates, without times."""
    CERTIFICATES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            workers = "" if name in RUNNING else "-n 2 "
            _output(f"ackproof certify {name} --deviations {workers}--out {folder}", Path(folder))
            certificate = read_certificate(Path(folder) / "certificate.json")
            write_document(CERTIFICATES / f"{name}.json", without_times(certificate))


def certify_real_ackers(names: Sequence[str]) -> None:
    """Certify the real ackers and stacks of these names; without names every one that this machine can run, and observe
    the behaviour of each where there is no rule.
    """
    if names:
        certify_and_keep(names)
        return
    every = {**RELEASES, **STACKS}
    certify_and_keep(name for name, release in every.items() if toolchain.missing(release.java) is None)
    write_document(OBSERVATIONS, dict(observe_all()))
    certify_and_keep((*OUR_ACKERS, *OTHERS))


def without_times(certificate: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate without the fields that differ between two runs."""
    kept = {name: value for name, value in certificate.items() if name not in ("started", "seconds")}
    verdicts = [{name: value for name, value in each.items() if name != "seconds"} for each in kept["verdicts"]]
    return {**kept, "verdicts": verdicts}


def _all_parts(text: str, folder: Path, believed: Sequence[str]) -> str:
    def output(part: re.Match[str]) -> str:
        is_believed = any(word in part["command"] for word in believed)
        return part[0] if is_believed else _regenerated(part, folder)

    text = OUTPUT.sub(output, text)
    return MADE.sub(lambda part: _made(part["source"], part["part"]), text)


def _made(source: str, part: str) -> str:
    lines = _of_certificates(part) if source == "certificates" else _of_mutants(part)
    text = "\n".join(lines).rstrip()
    return f"<!-- made of {source}: {part} -->\n\n{text}\n\n<!-- end of part -->"


def _of_mutants(part: str) -> Iterable[str]:
    return kill_page.PARTS[part](kill_matrix.read(MUTANTS))


def _of_certificates(part: str) -> Iterable[str]:
    whole = matrix([read_certificate(path) for path in published(CERTIFICATES)])
    parts: dict[str, Callable[[], Iterable[str]]] = {
        "matrix": whole.table,
        "deviations": whole.legend,
        "summary": whole.summary,
        "observations": _observations,
        "jars": _jars,
        "mocked": _mocked,
        "story": _story,
        "running": _running,
        "cluster": _cluster,
    }
    return parts[part]()


def _observations() -> Iterator[str]:
    """Yield a row for each behaviour of releases where there is no rule."""
    seen: dict[str, dict[str, str]] = json.loads(OBSERVATIONS.read_text(encoding="utf-8"))
    yield "| what comes | what happens | where |"
    yield "|---|---|---|"
    for what in dict.fromkeys(what for found in seen.values() for what in found):
        ways: dict[str, list[str]] = {}
        for target, found in seen.items():
            if what in found:
                ways.setdefault(found[what], []).append(target)
        for way, targets in ways.items():
            yield f"| {what} | {way} | {', '.join(targets)} |"


def _jars() -> Iterator[str]:
    """Yield a row for the jar of each certificate."""
    yield "| target | jar | SHA-256 |"
    yield "|---|---|---|"
    for path in published(CERTIFICATES):
        (target,) = read_certificate(path)["targets"]
        jar = target["description"]["evidence"]["jars"][0]
        yield f"| [{target['name']}](certificates/{path.name}) | {jar['file']} | `{jar['sha256']}` |"


def _mocked() -> Iterator[str]:
    """Yield a row for each class, method or field of Storm that is replaced in some stack."""
    evidence = {
        path.stem: read_certificate(path)["targets"][0]["description"]["evidence"]
        for path in published(CERTIFICATES)
        if path.stem in STACKS
    }
    yield "| of Storm's | is | in |"
    yield "|---|---|---|"
    for how in ("mocked", "overridden", "set by reflection"):
        for name in dict.fromkeys(name for found in evidence.values() for name in found[how]):
            where = ", ".join(stack for stack, found in evidence.items() if name in found[how])
            yield f"| `{name}` | {how} | {where} |"


def _story() -> Iterator[str]:
    """Yield the violations of a stack in a topology, as its certificate describes them."""
    path = CERTIFICATES / f"{list(STACKS)[-1]}.json"
    (verdict,) = [each for each in read_certificate(path)["verdicts"] if each["rule"] == STORY_OF]
    yield "```"
    yield from verdict["witness"]["story"]
    yield "```"


def _running() -> Iterator[str]:
    """Yield a row for each figure of the Storms that run in one JVM, by their certificates."""
    names = [name for name in RUNNING if name.startswith("storm-local-")]
    certificates = {name: read_certificate(CERTIFICATES / f"{name}.json") for name in names}
    verdicts = {
        name: {each["rule"]: each for each in certificate["verdicts"]} for name, certificate in certificates.items()
    }

    def row(what: str, figure: Callable[[str], str]) -> str:
        return f"| {what} | {' | '.join(map(figure, names))} |"

    def met(name: str, rule: str, premise: str) -> str:
        return f"{verdicts[name][rule]['premises'][premise]:,}"

    def heading(name: str) -> str:
        return "<br>".join(filter(None, (f"[{name}](certificates/{name}.json)", age(certificates[name]))))

    yield row("", heading)
    yield f"|---|{'---|' * len(names)}"
    yield row("topologies", lambda name: str(verdicts[name]["SYS-22"]["examples"]))
    yield row("messages under way that arrived", lambda name: met(name, "SYS-22", "a message arrives in its turn"))
    yield row("lives of acker tasks", lambda name: str(verdicts[name]["ACK-27"]["examples"]))
    yield row("messages and ticks in them", lambda name: met(name, "ACK-27", "an operation is compared"))
    yield row(
        "emissions that were resolved by time", lambda name: met(name, "SYS-03", "an emission is resolved by time")
    )
    yield row("rules that were broken", lambda name: str(certificates[name]["targets"][0]["counts"]["FAIL"]))


def _cluster() -> Iterator[str]:
    """Yield how many rules hold in the cluster, and whether its certificate is of the present rules."""
    certificate = read_certificate(CERTIFICATES / f"{CLUSTER}.json")
    counts = certificate["targets"][0]["counts"]
    held = f"{counts['PASS']} rules hold, {counts['FAIL']} are broken, and {counts['INCONCLUSIVE']} are inconclusive"
    since = f" The certificate is {EARLIER}: the runs were not judged by the present one." if age(certificate) else ""
    yield f"In it {held}.{since}"


def _regenerated(part: re.Match[str], folder: Path) -> str:
    command = part["command"]
    print(f"running {command}", file=sys.stderr)  # noqa: T201 - a command
    output = _steady(_output(command, folder))
    return f"<!-- output of: {command} -->\n\n```\n$ {command}\n{output}```\n\n<!-- end of output -->"


def _output(command: str, folder: Path) -> str:
    name, *arguments = shlex.split(command)
    program = Path(sys.executable).with_name(name)
    surroundings = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(  # noqa: S603 - our own commands, from our own pages
        [str(program), *arguments], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def _steady(output: str) -> str:
    """Replace everything that differs between runs and machines, and the hash that changes with the specification."""
    output = re.sub(r"after \d+ s", "after … s", output)
    output = re.sub(r"sha256:[0-9a-f]+", "sha256:…", output)
    output = re.sub(r"(spark-batch) [0-9][^:]*:", r"\1 …:", output)
    return "".join(line.rstrip() + "\n" for line in output.splitlines())


if __name__ == "__main__":
    sys.exit(main())
