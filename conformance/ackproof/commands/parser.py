"""The command line's parsers: argparse's, with errors that make suggestions. An error is two lines on standard error:
the usage of the subcommand, and what is wrong. An unknown option or subcommand is reported before anything else.
Otherwise argparse would take the option's values for something else, and report that.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias

from ackproof.engine.exit_codes import USAGE
from ackproof.errors import UsageError
from ackproof.text.sanitize import bounded, printable
from ackproof.text.suggestions import did_you_mean

Subcommands: TypeAlias = "argparse._SubParsersAction[CommandParser]"  # noqa: SLF001 - there is no public name for it
"""What `add_subparsers` returns."""

EXIT_CODES = (
    "0 conformant, 1 violation, 2 usage (also: nothing applies), 3 a target could not be run or broke, 4 a recorded "
    "deviation no longer happens, 5 inconclusive, 6 a target assumes something and --no-assumptions forbids it"
)
OTHER_EXIT_CODES = (
    "70 a bug in ackproof, which writes a traceback to be reported, 130 interrupted (Ctrl-C), 143 ended (SIGTERM)"
)

_NUMBER = re.compile(r"-\d+(\.\d*)?|-\.\d+")
"""Texts that argparse reads as a number and not as an option."""

_HOW_OFTEN = {"+": "{0} [{0} ...]", "*": "[{0} ...]", "?": "[{0}]", argparse.PARSER: "{0} ..."}
"""How the usage shows a positional argument that is optional or repeated, by its `nargs`."""

_ORDINARY = "exit codes: 0 done, 2 usage"
"""The end of the help of a command that says nothing of its exit codes."""


class CommandParser(argparse.ArgumentParser):
    """A parser of the whole command line, or of a subcommand's part of it.

    Its usage is one line, with the required options; the help has all of them.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401 - as argparse has it
        super().__init__(*arguments, **settings)
        self.subcommands: argparse._SubParsersAction[CommandParser] | None = None

    def add_subparsers(self, **settings: Any) -> Subcommands:  # type: ignore[override]  # it has no overloads  # noqa: ANN401 - as argparse has it
        """Do the same as argparse; a subcommand's parser is of this class."""
        self.subcommands = super().add_subparsers(**settings)
        return self.subcommands

    def parse_known_args(  # type: ignore[override]  # only what we and argparse call it with
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse; unknown options and arguments are an error here, where the subcommand that they were given to is
        known.

        The result has the parser's usage as `usage`: see `run`.
        """
        arguments = sys.argv[1:] if args is None else list(args)
        if self.subcommands is not None and not arguments:
            self.print_help()
            self.exit(USAGE)
        self._require_known(arguments)
        parsed, unknown = super().parse_known_args(arguments, namespace)
        if unknown:
            self.error(f"{unknown[0]!r} is one argument too many")
        if self.subcommands is None:
            parsed.usage = self.format_usage()
        return parsed, unknown

    def format_usage(self) -> str:
        """Return the usage in one line."""
        parts = [f"usage: {self.prog}"]
        for action in self._actions:
            name = str(action.metavar or action.dest.upper())
            if not action.option_strings:
                parts.append(_HOW_OFTEN.get(str(action.nargs), "{0}").format(name))
            elif action.required:
                parts.append(f"{action.option_strings[-1]} {name}")
        return " ".join([*parts, *(["[options]"] if self.subcommands is None else [])]) + "\n"

    def add_other_exit_codes(self) -> None:
        """Let the help of a subcommand end with the exit codes that every command has, after its own."""
        self.epilog = f"{self.epilog or _ORDINARY}; {OTHER_EXIT_CODES}"

    @property
    def options(self) -> list[str]:
        """The long options, with their dashes."""
        return [option for option in self._option_string_actions if option.startswith("--")]

    def error(self, message: str) -> NoReturn:
        """End with a usage error."""
        sys.stderr.write(self.format_usage())
        self.exit(USAGE, f"ackproof: {bounded(printable(message))}\n")

    def _require_known(self, arguments: Sequence[str]) -> None:
        """End with an error if there is an option or a subcommand that does not exist."""
        for argument in arguments:
            if any(map(_is_surrogate, argument)):
                self.error(f"{argument!r} is not UTF-8, as certificates are; take another name")
        for argument in arguments:
            if argument == "--":
                return
            if argument.startswith("-") and argument != "-":
                self._require_option(argument)
            elif self.subcommands is not None:
                if argument not in self.subcommands.choices:
                    known = self.subcommands.choices
                    meant = did_you_mean(argument, known, f"there are {', '.join(known)}")
                    self.error(f"there is no command {argument!r}; {meant}")
                return  # the subcommand checks the rest

    def _require_option(self, argument: str) -> None:
        name = argument.partition("=")[0]
        if name.startswith("--") and any(option.startswith(name) for option in self.options):
            return  # an unambiguous prefix of an option is allowed
        if not name.startswith("--") and (argument[:2] in self._option_string_actions or _NUMBER.fullmatch(argument)):
            return
        if " " in argument:
            return  # argparse does not read it as an option
        if self.subcommands is not None:
            owners = [command for command, parser in self.subcommands.choices.items() if name in parser.options]
            if owners:
                self.error(f"{name} is an option of {', '.join(owners)}; write it behind that command")
        meant = did_you_mean(name, self.options, f"'{self.prog} --help' lists them")
        self.error(f"there is no option {name!r}; {meant}")


def _is_surrogate(letter: str) -> bool:
    """Whether a letter stands for a byte that Python could not read as UTF-8."""
    return "\ud800" <= letter <= "\udfff"


def run(parser: CommandParser, arguments: Sequence[str] | None) -> int:
    """Parse a command line and run the command; return the exit code.

    If the arguments cause a `UsageError`, the usage of the subcommand is written to standard error before it.
    """
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
    except UsageError:
        sys.stderr.write(options.usage)
        raise
    return code
