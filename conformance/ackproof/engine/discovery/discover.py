"""Finding targets: by the name under which a package registered them, by module and factory, or by a command.

A package offers targets through the entry-point group `ackproof.targets`: each entry names an `ackproof.target.Offer`,
or a plain factory of a target that runs anywhere. Through `ackproof.kinds` it offers a kind of targets, such as
`storm-jar:PATH`: see `ackproof.target.TargetKind`.
"""

import re
import shlex
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import cast

from attrs import evolve, frozen

from ackproof.components import TOPOLOGY
from ackproof.engine.discovery import factories
from ackproof.engine.discovery.entries import offers
from ackproof.engine.driver import Driver
from ackproof.engine.known import deviations
from ackproof.engine.known.deviations import DeviationList
from ackproof.errors import TargetBroke, TargetUnavailable, UsageError
from ackproof.mutants import Mutant, all_mutants
from ackproof.target import Description, HelpfulKind, Offer, TargetFactory, TargetKind
from ackproof.targets import variants
from ackproof.targets.parts_in_topology import with_topology
from ackproof.targets.process import ProcessTarget
from ackproof.targets.reference import ReferenceTarget
from ackproof.targets.variants import Variant
from ackproof.text.suggestions import did_you_mean, nearest, no_such, question

GROUP = "ackproof.targets"
KINDS = "ackproof.kinds"
COMMAND = "exec:"
VARIANT = "variant:"
MUTANT = "mutant:"
PREFIXES = (COMMAND, VARIANT, MUTANT)


def registered() -> dict[str, EntryPoint]:
    """Return the registered targets, by name; versions in a name count as numbers."""
    return {entry.name: entry for entry in sorted(offers(GROUP), key=_as_versions)}


def _as_versions(entry: EntryPoint) -> list[tuple[bool, int, str]]:
    parts = re.findall(r"[0-9]+|[^0-9]+", entry.name)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def find(name: str, reply_timeout: float | None = None, component: str | None = None) -> Driver:
    """Return a driver for the target of that name, `package.module:factory`, `exec:COMMAND`, `variant:NAME`,
    `mutant:NAME` or `KIND:TEXT` of a kind that a package offers.

    `reply_timeout` in seconds is for targets of another process. `component` is the one to be examined: for `topology`,
    an acker without a topology is put into the reference's. Raises `UsageError` if there is no such target, and
    `TargetUnavailable` if it cannot run on this machine.
    """
    driver = _found(name, reply_timeout)
    if component == TOPOLOGY.name:
        return Driver(name, partial(with_topology, driver.factory), reply_timeout)
    return driver


def _found(name: str, reply_timeout: float | None) -> Driver:
    if name.startswith(MUTANT):
        return Driver(name, mutant(name.removeprefix(MUTANT)).make)
    offer = _offer(name)
    if offer is not None:
        reason = offer.missing()
        if reason is not None:
            raise TargetUnavailable(f"{name} is not available here: {reason}")
        return Driver(name, offer, reply_timeout)
    if name.startswith(COMMAND):
        return Driver(name, partial(ProcessTarget, _command(name.removeprefix(COMMAND))), reply_timeout)
    if name.startswith(VARIANT):
        return Driver(name, partial(ReferenceTarget, name, _variants(name.removeprefix(VARIANT))))
    if ":" not in name:
        raise UsageError(_no_target(name))
    prefix = name.partition(":")[0]
    near = nearest(prefix, prefixes())
    if near and not factories.is_module(prefix):
        raise UsageError(f"no target {name!r}; {question([near[0] + name.removeprefix(prefix + ':')])}")
    return Driver(name, factories.factory(name), reply_timeout)


def _offer(name: str) -> Offer | None:
    """Return the offer under a name, or of a kind; None if there is none."""
    if name in registered():
        return offered(name)
    kind, colon, text = name.partition(":")
    if not colon or kind not in _kinds():
        return None
    return cast("TargetKind", _loaded(_kinds()[kind], name))(text)


def _kinds() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in offers(KINDS)}


def prefixes() -> list[str]:
    """Return what the name of a target begins with that no package registers: our own prefixes, and those of kinds."""
    return [*PREFIXES, *(f"{kind}:" for kind in sorted(_kinds()))]


def _no_target(name: str) -> str:
    """Return a sentence that suggests what a name without a colon may mean."""
    path = Path(name)
    if path.suffix == factories.SUFFIX:
        return f"no target {name!r}; of a module it is {factories.FORM}, such as {factories.module_of(path)}:make"
    if factories.is_module(name):
        return factories.why_incomplete(name)
    if path.is_file():
        return f"no target {name!r}; a program is {COMMAND}COMMAND: {shlex.quote(COMMAND + shlex.quote(name))}"
    kinds = [_loaded(entry, name) for entry in _kinds().values()]
    meant = [kind.instead(name) for kind in kinds if isinstance(kind, HelpfulKind)]
    near = [*filter(None, meant), *nearest(name, registered())]
    if near:
        return f"no target {name!r}; {question(near)} 'ackproof targets' lists them; your own is {factories.FORM}"
    known = ", ".join(registered())
    return f"no target {name!r}; there are {known}, any {factories.FORM} and any {COMMAND}COMMAND"


def recorded(name: str, aliases: Sequence[str], files: Sequence[Path], *, shipped: bool) -> DeviationList:
    """Return the deviations of a target: those in files that name it or one of its `aliases`, and those that ship for
    it.
    """
    lists = [listed for listed in map(deviations.read, files) if listed.target in (name, *aliases)]
    offer = _offer(name) if shipped else None
    path = None if offer is None else offer.deviations
    if path is not None:
        lists.append(deviations.read(path))
    return DeviationList(name, tuple(entry for listed in lists for entry in listed.entries))


def borrowed(name: str, description: Description) -> DeviationList:
    """Return the deviations of similar targets, as if they were recorded for this one. Each names the targets for which
    it is recorded with that reason. If one does not happen here, that is no error.
    """
    offer = _offer(name)
    lists = [] if offer is None else [deviations.read(path) for path in offer.borrowed]
    owners: dict[tuple[str, str, str], dict[str, None]] = {}
    for listed in lists:
        for entry in listed.entries:
            owners.setdefault((entry.rule, entry.reason, entry.link), {})[listed.target] = None
    return DeviationList(
        name,
        tuple(
            evolve(
                entry,
                versions=(description.version,),
                reason=f"Known of {' and '.join(owners[entry.rule, entry.reason, entry.link])}: {entry.reason}",
            )
            for listed in lists
            for entry in listed.entries
        ),
    )


@frozen
class Account:
    """A registered target on this machine: its description, or the reason (`missing`) why it cannot run."""

    name: str
    description: Description | None = None
    missing: str | None = None


def account(name: str) -> Account:
    """Return the account of a registered target. It is started only if its package does not describe it."""
    try:
        offer = offered(name)
        missing = offer.missing()
        if missing is not None:
            return Account(name, missing=missing)
        if offer.described is not None:
            return Account(name, offer.described)
        with closing(find(name)) as driver:
            return Account(name, driver.describe())
    except (TargetUnavailable, TargetBroke) as error:
        return Account(name, missing=str(error).removeprefix(f"{name} is not available here: "))


def offered(name: str) -> Offer:
    """Return the offer under a registered name; raise `TargetUnavailable` if its package cannot be imported."""
    factory = _loaded(registered()[name], name)
    return factory if isinstance(factory, Offer) else Offer(cast("TargetFactory", factory))


def _loaded(entry: EntryPoint, name: str) -> object:
    """Return the object that a package registers, of any type."""
    try:
        loaded: object = entry.load()
        return loaded  # noqa: TRY300 - nothing else is done
    except ImportError as error:
        raise TargetUnavailable(f"{name} is not available here: {error}; install what {entry.module} needs") from error


def mutant(name: str) -> Mutant:
    """Return the mutant of that name; raise `UsageError` with the nearest names if there is none."""
    from ackproof.mutants.sizes import mutants_of_size  # noqa: PLC0415  # many targets are no mutants

    known = all_mutants()
    if name in mutants_of_size():
        return mutants_of_size()[name]
    if name not in known:
        meant = did_you_mean(name, known, "'ackproof mutants --list' lists them")
        raise UsageError(f"there is no mutant {name!r}; {meant}")
    return known[name]


def mutants(names: Sequence[str] = (), family: str | None = None) -> list[Mutant]:
    """Return the mutants with these names, or all, that are in a family, or in any; raise `UsageError` if there is
    none.
    """
    known = all_mutants()
    families = dict.fromkeys(each.family for each in known.values())
    if family is not None and family not in families:
        raise UsageError(no_such("family", family, families))
    chosen = [mutant(name) for name in dict.fromkeys(names)] or list(known.values())
    of_family = [each for each in chosen if family in (None, each.family)]
    if not of_family:
        raise UsageError(f"none of {', '.join(names)} is of the family {family!r}")
    return of_family


def _variants(text: str) -> tuple[Variant, ...]:
    try:
        return variants.parse(text)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _command(text: str) -> list[str]:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot take {text!r} apart into a command and its arguments: {error}") from error
    if not command:
        raise UsageError(f"{COMMAND} names no command; write {COMMAND}COMMAND, such as {COMMAND}'./my-acker --stdio'")
    return command
