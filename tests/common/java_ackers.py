"""Wrong ackers in Java, to be put before a release of Storm 2 on its class path."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from ackproof_adapters.storm import toolchain
from ackproof_adapters.storm.versions import OLDEST_JAVA

from common import hasty

SOURCE = Path(__file__).with_name("Acker.java")

MISTAKES = {
    "an init's value is taken in with or": ("^= input.getLong(1); // of an init", "|= input.getLong(1);"),
    "the first ack that finds the init is answered": ("^= input.getLong(1); // of an ack", "= 0;"),
}
"""A mistake, and the source text that it replaces."""


def compiled(mistake: str, class_path: str, folder: Path) -> Path:
    """Compile the acker with one of `MISTAKES` into a folder; return that folder. The class path contains Storm."""
    right, wrong = MISTAKES[mistake]
    text = SOURCE.read_text(encoding="utf-8")
    assert 1 == text.count(right)
    javac = toolchain.find(OLDEST_JAVA).javac
    with TemporaryDirectory() as elsewhere:  # only classes stand in the folder
        source = Path(elsewhere, SOURCE.name)
        source.write_text(text.replace(right, wrong), encoding="utf-8")
        options = ("-nowarn", "-proc:none", "-cp", class_path, "-d", str(folder))
        subprocess.run([javac, *hasty.JAVAC, *options, str(source)], check=True)
    return folder
