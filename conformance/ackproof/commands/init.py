"""Write the files of a gate: `ackproof init` writes an adapter that runs, its test, its list of deviations and a
workflow.
"""

import argparse
import os
import shlex
from contextlib import suppress
from pathlib import Path, PurePosixPath

from ackproof.commands.arguments import one_of
from ackproof.commands.parser import Subcommands
from ackproof.engine.exit_codes import CONFORMANT
from ackproof.errors import UsageError
from ackproof.skeletons import SKELETONS, workflow_of
from ackproof.text import terminal
from ackproof.text.values import path
from ackproof.wire.output import write_new

DEFAULT_FOLDER = Path("acker-gate")


def add_command(commands: Subcommands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "init",
        help="write an adapter to begin with, in a language of your choice, with a test and a workflow",
        description="Write an adapter that runs, around an acker that is right: put your own in its place. Beside it "
        "are a test, a list of deviations and a workflow for GitHub. No file is overwritten. In a repository the "
        "workflow goes to its root, since it does nothing elsewhere.",
    )
    parser.add_argument(
        "--language",
        required=True,
        type=one_of("language", SKELETONS),
        metavar="LANGUAGE",
        help=f"one of {', '.join(SKELETONS)}",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=path,
        default=DEFAULT_FOLDER,
        metavar="FOLDER",
        help=f"where to write it (default {DEFAULT_FOLDER})",
    )
    parser.set_defaults(run=_init)


def _init(options: argparse.Namespace) -> int:
    skeleton = SKELETONS[options.language]
    folder: Path = options.folder
    root = _root_of(folder)
    inside = PurePosixPath(os.path.relpath(folder.absolute(), root.absolute()).replace(os.sep, "/"))
    files = {folder / name: text for name, text in skeleton.written(inside).items()}
    files[root.joinpath(*workflow_of(inside).parts)] = skeleton.workflow(inside)
    _write(files, f"ackproof init --language {skeleton.language}")
    console = terminal.console()
    for written in files:
        console.print(f"wrote {written}", soft_wrap=True)
    console.print(f"\nPut your acker into {folder / skeleton.acker}, where it says so. The one there is right. Next:")
    for command in (f"cd {shlex.quote(str(folder))}", *skeleton.commands):
        console.print(f"  {command}", soft_wrap=True)
    return CONFORMANT


def _root_of(folder: Path) -> Path:
    """Return the root of the repository that a folder lies in; the folder itself if it lies in none."""
    absolute = folder.absolute()
    for parent in (absolute, *absolute.parents):
        if (parent / ".git").exists():
            return Path(os.path.relpath(parent))
    return folder


def _write(files: dict[Path, str], again: str) -> None:
    """Write all of the files, or none if one of them is there already or something else is in the way."""
    there = [str(file) for file in files if os.path.lexists(file)]
    if there:
        raise UsageError(f"no file is overwritten, and there is already {', '.join(there)}; {_elsewhere(again)}")
    made: list[Path] = []
    try:
        for file, text in files.items():
            made += _new_folders(file.parent)
            write_new(file, text.encode())
            made.append(file)
    except BaseException as error:
        _remove(made)
        if isinstance(error, OSError):
            raise UsageError(f"cannot write {file}: {error.strerror}; {_elsewhere(again)}") from error
        raise


def _new_folders(folder: Path) -> list[Path]:
    """Make a folder; return the folders that were created for it, itself among them."""
    new = []
    for each in (folder, *folder.parents):
        if each.exists():
            break
        new.append(each)
    folder.mkdir(parents=True, exist_ok=True)
    return new[::-1]


def _remove(made: list[Path]) -> None:
    """Remove the files and folders that this run has made. A folder is kept if it contains other files."""
    for each in reversed(made):
        with suppress(OSError):
            each.rmdir() if each.is_dir() else each.unlink(missing_ok=True)


def _elsewhere(again: str) -> str:
    return f"name another folder: {again} FOLDER"
