"""Check the proofs: compile them, ask what each theorem rests on, recheck with `coqchk`, compare what is extracted with
what is checked in, hold the extracted program to the reference, and try the wrong models.

tox -e proofs
tox -e proofs -- --no-wrong-models
tox -e proofs -- --operations 10000
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ackproof.engine.discovery import discover
from ackproof.explore.bounds import Bounds
from ackproof_adapters.proved import program
from assurance import page
from assurance.progress import FOLDER, Progress

from proofs import agreement, coq, transitions, wrong_models

OPERATIONS = 1_000_000


def main() -> int:
    """Return 0 if all is proved and every wrong model is detected, 1 if not, 2 if Coq is missing."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--no-wrong-models", action="store_true", help="leave the wrong models out")
    options.add_argument(
        "--operations", type=int, default=OPERATIONS, help="random operations for program and reference"
    )
    order = options.parse_args()
    lack = coq.missing()
    if lack is not None:
        print(lack, file=sys.stderr)  # noqa: T201 - a command
        return 2
    progress = Progress(FOLDER / "proofs.json", "whole", (), anew=True)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "right"
        folder.mkdir()
        wrong = _proved(coq.copied(folder)) or _program(Path(scratch), order.operations)
        if not wrong and not order.no_wrong_models:
            wrong = _wrong_models(folder, Path(scratch))
    for each in wrong:
        print(f"WRONG: {each}")  # noqa: T201
    if not order.no_wrong_models and order.operations >= OPERATIONS and program.missing() is None:
        progress.write()
        page.note("proofs", _figures(order.operations), wrong, progress)
    return 1 if wrong else 0


def _figures(operations: int) -> str:
    return (
        f"Coq {coq.version()}: {len(coq.theorems())} theorems, {operations:,} random operations for each program, "
        f"{len(wrong_models.WRONG_MODELS)} wrong models"
    )


def _proved(folder: Path) -> list[str]:
    unproved = [
        f"{name}.v says {coq.left_unproved(_text(name))}" for name in coq.modules() if coq.left_unproved(_text(name))
    ]
    failure = coq.compiled(folder, coq.modules())
    if unproved or failure is not None:
        return unproved or [f"{failure.module}.v: {failure.message}" if failure else ""]
    assumptions = coq.assumptions(folder)
    open_ = [f"{name} rests on {assumed}" for name, assumed in assumptions.items() if assumed != coq.CLOSED]
    rechecked = coq.rechecked(folder)
    if rechecked.returncode:
        open_.append(f"coqchk: {rechecked.stderr}")
    if coq.version() != coq.EXTRACTED_BY:
        print(f"what is extracted was not compared: this is Coq {coq.version()}, and not {coq.EXTRACTED_BY}")  # noqa: T201
    else:
        open_ += [f"{name} is not what is extracted" for name in coq.extracts_otherwise(folder)]
    closed = f"{len(assumptions) - len(open_)} of {len(assumptions)} theorems are closed"
    print(f"{closed} under the global context; coqchk agrees")  # noqa: T201
    return open_


def _program(scratch: Path, operations: int) -> list[str]:
    """Compare the extracted program with the reference: on random operations, and on the table of the explorer."""
    lack = program.missing()
    if lack is not None:
        print(f"the program was not run: {lack}")  # noqa: T201
        return []
    table = scratch / "transitions.jsonl"
    transitions.write_table(table, Bounds())
    wrong = []
    runs = sum(len(configs) for configs in agreement.CONFIGS.values())
    for name, ids in (("proved", "proof"), ("proved-native", "native")):
        target = discover.offered(name).make()
        try:
            differences = [
                agreement.difference(target, component, seed=1, count=-(-operations // runs))
                for component in agreement.CONFIGS
            ]
        finally:
            target.close()
        wrong += [f"{name}: {each}" for each in differences if each]
        print(f"{name}: {operations} random operations, {sum(map(bool, differences))} components differ", flush=True)  # noqa: T201
        checked = coq.run(program.command("--ids", ids, "--check", str(table)), scratch)
        print(f"{name}: {checked.stdout.strip()}", flush=True)  # noqa: T201
        wrong += [f"{name}: {checked.stdout}{checked.stderr}"] if checked.returncode else []
    return wrong


def _wrong_models(right: Path, scratch: Path) -> list[str]:
    survived = []
    for model in wrong_models.WRONG_MODELS:
        folder = scratch / model.name
        folder.mkdir()
        failure = wrong_models.tried(model, right, folder)
        place = f"{failure.module}.v, {failure.stated}" if failure else "nothing"
        print(f"{model.name:32} breaks {place}", flush=True)  # noqa: T201
        if failure is None or failure.module != model.file:
            survived.append(f"{model.name} was to break {model.breaks} in {model.file}.v, and breaks {place}")
    return survived


def _text(name: str) -> str:
    return (coq.SOURCES / f"{name}.v").read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
