"""Check the proofs: compile them, ask what each theorem rests on, recheck with `coqchk`, and try the wrong models.

tox -e proofs
tox -e proofs -- --no-wrong-models
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from proofs import coq, wrong_models


def main() -> int:
    """Return 0 if all is proved and every wrong model is found out, 1 if not, 2 where there is no Coq."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--no-wrong-models", action="store_true", help="leave the wrong models out")
    order = options.parse_args()
    lack = coq.missing()
    if lack is not None:
        print(lack, file=sys.stderr)  # noqa: T201 - a command
        return 2
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "right"
        folder.mkdir()
        wrong = _proved(coq.copied(folder))
        if not wrong and not order.no_wrong_models:
            wrong = _wrong_models(folder, Path(scratch))
    for each in wrong:
        print(f"WRONG: {each}")  # noqa: T201
    return 1 if wrong else 0


def _proved(folder: Path) -> list[str]:
    unproved = [
        f"{name}.v says {coq.left_unproved(_text(name))}" for name in coq.modules() if coq.left_unproved(_text(name))
    ]
    failure = coq.compiled(folder, coq.modules())
    if unproved or failure is not None:
        return unproved or [f"{failure.module}.v: {failure.message}" if failure else ""]
    told = coq.assumptions(folder)
    open_ = [f"{name} rests on {said}" for name, said in told.items() if said != coq.CLOSED]
    rechecked = coq.rechecked(folder)
    if rechecked.returncode:
        open_.append(f"coqchk: {rechecked.stderr}")
    print(f"{len(told) - len(open_)} of {len(told)} theorems are closed under the global context; coqchk agrees")  # noqa: T201
    return open_


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
