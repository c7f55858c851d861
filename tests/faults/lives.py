"""Processes that misbehave at their 1st, 2nd, 3rd and 10th request, through `certify`, `smoke` and `replay`.

In every case the command ends in time, blames the target if it was to blame, prints only printable text, and leaves no
processes or files.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from common.started import left, started

from .forked import forking, is_here
from .inputs import a_witness
from .trials import Outcome, Part, Trial

SCRIPT = Path(__file__).parent / "processes" / "late.py"
REQUESTS = (1, 2, 3, 10)
CONFORMANT, BROKE = 0, 3
FEW_PREMISES = 5
"""The exit code for a target that did nothing wrong, with so few examples."""

LONGEST = 90.0
"""Maximum number of seconds for a whole command; a reply is waited for three times at most."""

TIME_OUT = "1.5s"
PATIENT = "30s"
"""The reply timeout for processes that answer at once, right or wrong: on a busy machine a shorter one would blame
them.
"""

CONTROL = re.compile(r"[^\n\t\x20-\x7e\u0080-\U0010ffff]|[\u202a-\u202e]")

WITNESS = "witness.json"
COMMANDS: dict[str, tuple[str, ...]] = {
    "certify": ("certify", "TARGET", "--rule", "ACK-0[35]", "--examples", "8", "--out", "out"),
    "smoke": ("smoke", "TARGET"),
    "replay": ("replay", WITNESS, "TARGET"),
}


def ways() -> dict[str, tuple[str, ...]]:
    """Return the kinds of misbehaviour of a process: wrong ones, and harmless ones."""
    listing = (
        "import sys; sys.argv[1:] = ['-', '1', '-']; import json, late; "
        "print(json.dumps([[*late.BEFORE, *late.INSTEAD], [*late.HARMLESS]]))"
    )
    ran = subprocess.run([sys.executable, "-c", listing], cwd=SCRIPT.parent, capture_output=True, text=True, check=True)
    wrong, harmless = json.loads(ran.stdout)
    return {"wrong": tuple(wrong), "harmless": tuple(harmless)}


def tried(  # noqa: PLR0913 - each is a way in which trials differ
    folder: Path, name: str, way: str, number: int, *, wrong: bool, planted: str = ""
) -> Outcome:
    """Run a command on a process that misbehaves once in each of its runs; return the faults in the result."""
    noted, temporary = folder / "noted", folder / "temporary"
    temporary.mkdir()
    (folder / WITNESS).write_bytes(a_witness())
    target = "exec:" + shlex.join([sys.executable, "-S", str(SCRIPT), way, str(number), str(noted)])
    arguments = [target if word == "TARGET" else word for word in COMMANDS[name]]
    time_out = PATIENT if not wrong or way.startswith("answers") else TIME_OUT
    output, errors = folder / "stdout", folder / "stderr"
    arguments += ["--reply-timeout", time_out]
    if is_here():
        code = forking().run(folder, temporary, *arguments, planted=planted, streams=(output, errors), seconds=LONGEST)
    else:
        with output.open("wb") as out, errors.open("wb") as err:
            process = started(folder, temporary, *arguments, planted=planted, stdout=out, stderr=err)
            try:
                code = process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                code = None
                process.kill()
                process.wait()
    faults = []
    did = noted.exists()
    wanted = (BROKE,) if wrong and did else (CONFORMANT, FEW_PREMISES)
    if code is None:
        faults.append(f"goes on for {LONGEST} s")
    elif code not in wanted:
        faults.append(f"ended with {code} and not {wanted[0]}")
    text = "".join(each.read_text(encoding="utf-8", errors="replace") for each in (output, errors))
    texts = [text, *(path.read_text(encoding="utf-8") for path in (folder / "out").glob("**/*") if path.is_file())]
    if any(CONTROL.search(each) for each in texts):
        faults.append("lets a control character through")
    if "Traceback" in text or "this is a bug" in text:
        faults.append("shows a traceback")
    remained = forking().left() if is_here() else left(folder)
    faults += [f"left a process: {each:.120}" for each in remained]
    faults += [f"left {path.name} among what is temporary" for path in temporary.iterdir()]
    where = f"{name} of a process that {way} at request {number}"
    return Outcome({"lives": 1, "lives blamed": int(wrong and did)}, tuple(f"{where}: {each}" for each in faults))


def trials() -> Iterator[Trial]:
    """Yield every misbehaviour at every request through every command."""
    found = ways()
    for number in REQUESTS:
        for kind, names in found.items():
            for way in names:
                for name in COMMANDS:
                    yield _trial(name, way, number, kind == "wrong")


def _trial(name: str, way: str, number: int, wrong: bool) -> Trial:  # noqa: FBT001 - of one table or the other
    return Trial(f"{name}, {way}, {number}", lambda folder: tried(folder, name, way, number, wrong=wrong))


def few() -> Iterator[Trial]:
    """Yield one for each command."""
    yield _trial("certify", "is killed", 10, True)
    yield _trial("smoke", "writes not quite JSON", 3, True)
    yield _trial("replay", "has more fields", 2, False)


PART = Part("lives", "processes that misbehave", trials, few)
