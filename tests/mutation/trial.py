"""Trials: each is a child process with a mutant in place of the module, which runs tests until one fails.

Nothing in the checkout is changed, so several trials can run together, and an interrupted run leaves nothing behind.
There are three ways. A *warm* trial is forked from a process that has collected all tests, and only replaces the code
of functions (see `swap`): it takes as long as the killing test. A mutant of code that runs at import is imported in
such a process, with its dependents (see `again`). If too many modules depend on it, a *cold* trial imports everything
with the mutant.

The tests that killed mutants of a file are run once more in the same way, but without a mutant: the mutants are killed
only if these tests pass.
"""

import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, cache, partial
from itertools import groupby, zip_longest
from pathlib import Path
from types import CodeType, ModuleType
from typing import IO, Any

import hypothesis
import pytest
from attrs import define, evolve, field, frozen
from hypothesis import Phase

from .again import Imported, collected_anew
from .children import BROKEN, KILLED, SURVIVED, Ended, Note, Work, forked
from .mutants import ROOT, SOURCE_ROOTS, Mutant, Name
from .nearest import STAGES, Test, Tests, nearest_to
from .swap import Difference, Executed, Loaded, difference, place_of

PROFILE = "mutation"
"""The Hypothesis profile for trials: derandomized, without a database, and without shrinking, because only the failure
matters.
"""

OPTIONS = (
    "-q",
    "--capture=no",
    "--assert=plain",  # nobody reads the failure
    "--tb=no",
    *("-p", "no:cacheprovider"),
    *("-p", "no:ackproof"),  # it would import the modules to be replaced
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # Hypothesis is imported here, and need not be rewritten
    f"--hypothesis-profile={PROFILE}",
)

FOLDERS = tuple(str(ROOT / folder) for folder in SOURCE_ROOTS)

IMPORT = "import"
"""The killer of a mutant that cannot be imported, or whose tests cannot be collected."""

SECONDS_TO_IMPORT = 60
SECONDS_IF_UNKNOWN = 60
LEAST_SECONDS = 2
TIMES_AS_LONG = 3
"""A test may take this many times its processor time without a mutant, plus a few seconds: so an endless mutant is
killed, but not because the machine is busy.
"""


class NothingToLearn(Exception):
    """Tests fail without a mutant, or there are none."""


@frozen
class Tried:
    """A mutant, and what killed it: the id of the test that ran last; None if it survived."""

    mutant: Mutant
    killer: str | None


@frozen
class Baseline:
    """The behaviour of tests without a mutant: processor time by test, the executed code, as named by `place_of`, and
    the files and folders of the checkout that all of them read.
    """

    seconds: Mapping[str, float]
    places: Mapping[str, frozenset[str]]
    files: Sequence[str]


@define
class Killers:
    """The tests that killed mutants, which are likely to kill the next mutant of the same function or file."""

    found: dict[tuple[str, str], Counter[str]] = field(factory=dict)

    def noted(self, tried: Tried) -> Tried:
        """Record which test killed a mutant."""
        name = tried.mutant.name
        if tried.killer is not None:
            for within in {name.within, ""}:
                self.found.setdefault((name.file, within), Counter())[tried.killer] += 1
        return tried

    def first(self, name: Name, tests: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
        """Return the tests in order: first those that killed similar mutants, then the fastest."""
        here, there = (self.found.get((name.file, within), Counter[str]()) for within in (name.within, ""))
        return sorted(tests, key=lambda each: (-here[each], -there[each], seconds.get(each, SECONDS_IF_UNKNOWN)))


def trials(mutants: Sequence[Mutant], workers: int, begin: Callable[[Baseline], None]) -> Iterator[Tried]:
    """Try mutants, `workers` at a time. `begin` is called with the baseline of tests before they are used.

    Raises `NothingToLearn` if tests fail without any mutant.
    """
    by_id = {mutant.id: mutant for mutant in mutants}
    killers = Killers()
    baseline = Baseline({}, {}, ())
    modules: list[str] = []
    cold: list[tuple[Mutant, list[str]]] = []
    with _warm_process(mutants, workers) as messages:
        for message in messages:
            match message:
                case {"seconds": seconds, "files": files}:
                    begin(Baseline(seconds, {}, files))
                    baseline = Baseline({**baseline.seconds, **seconds}, {}, ())
                case {"mutant": mutant, "killer": killer}:
                    yield killers.noted(Tried(by_id[mutant], killer))
                case {"cold": lines, "modules": modules}:
                    cold = [(by_id[mutant], line) for mutant, line in lines]
    for name in modules:  # the modules that all trials import and no mutant changes
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    for _, group in groupby(cold, key=lambda each: each[0].name.file):
        tried = []
        jobs = ((mutant, _cold(mutant, mutant, line, killers, baseline)) for mutant, line in group)
        for mutant, ended in forked(jobs, workers):
            tried.append(killers.noted(_tried(mutant, ended)))
        _control(tried, killers, baseline)
        yield from tried


def _control(tried: Sequence[Tried], killers: Killers, baseline: Baseline) -> None:
    """Run the tests that killed mutants of a file, without a mutant; raise `NothingToLearn` if any fails."""
    line = sorted({each.killer for each in tried if each.killer is not None})
    if line:
        mutant = tried[0].mutant
        original = evolve(mutant, text=(ROOT / mutant.name.file).read_text(encoding="utf-8"))
        [(_, ended)] = forked([(None, _cold(mutant, original, line, killers, baseline))], 1)
        if ended.code != SURVIVED:
            raise NothingToLearn(f"fails without a mutant of {mutant.name.file}: {ended.text}")


def _tried(mutant: Mutant, ended: Ended) -> Tried:
    if ended.code == SURVIVED:
        return Tried(mutant, None)
    if ended.code == KILLED or ended.code < 0:  # out of time, memory or stack
        return Tried(mutant, ended.text)
    raise NothingToLearn(f"a trial of {mutant.name} ended with {ended.code}: {ended.text}")


# Warm trials


@contextlib.contextmanager
def _warm_process(mutants: Sequence[Mutant], workers: int) -> Iterator[Iterator[dict[str, Any]]]:
    """Yield the messages of a process that collects the tests of some mutants, and tries those that it can."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        code = BROKEN
        try:
            os.close(reading)
            os.setpgid(0, 0)  # so that all of its descendants can be ended with it
            with os.fdopen(writing, "w", buffering=1) as messages:
                code = _collect_and_serve(Warm(mutants, workers, messages))
        finally:
            os._exit(code)
    os.close(writing)
    try:
        with os.fdopen(reading) as messages:
            yield _until_the_last(messages)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _until_the_last(messages: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in messages:
        message = json.loads(line)
        if "error" in message:
            raise NothingToLearn(message["error"])
        yield message
        if "cold" in message:
            return
    raise NothingToLearn("the process that collects tests and tries mutants on them has died")


def _collect_and_serve(warm: "Warm") -> int:
    with tempfile.TemporaryFile("w+") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        sys.addaudithook(warm.files.note)
        _register_profile()
        with warm.executed.noted():
            pytest.main([*OPTIONS, *_files_of(warm.mutants)], plugins=[warm])
        if warm.ended:
            return SURVIVED
        output.seek(0)
        warm.say(error=f"{warm.error or 'tests cannot be collected'}\n{output.read()}".strip())
        return BROKEN


def _files_of(mutants: Iterable[Mutant]) -> list[str]:
    return sorted({file for tests in {nearest_to(each.name) for each in mutants} for file in tests.all_files})


@define
class Files:
    """The files and folders of the checkout that this process has opened or listed."""

    found: set[str] = field(factory=set)

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Record a file: a hook of `sys.addaudithook`."""
        if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], str | os.PathLike):
            self.found.add(os.fspath(arguments[0]))

    def all(self) -> list[str]:
        """Return them, and the files of all imported modules, relative to the checkout."""
        modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        found = {Path(os.path.abspath(each)) for each in (*self.found, *modules) if each}  # noqa: PTH100 - as fast
        inside = [each.relative_to(ROOT) for each in found if each.is_relative_to(ROOT) and each != ROOT]
        return sorted(str(each) for each in inside if not any(part in IGNORED or part[0] == "." for part in each.parts))


IGNORED = ("__pycache__",)


@frozen(eq=False)
class Way:
    """The way to try a mutant: `found` is the difference to swap; otherwise the module is imported again, or the trial
    is cold.
    """

    mutant: Mutant
    found: Difference | None
    is_cold: bool = False

    @property
    def name(self) -> Name:
        """The name of the mutant."""
        return self.mutant.name


@define
class Warm:
    """A plugin of pytest that tries mutants on the collected tests, instead of running them. It writes its findings to
    `messages`, one JSON object in each line: the baseline; then each mutant that was tried; at last those that cannot
    be tried here, with the imported modules of others.
    """

    mutants: Sequence[Mutant]
    workers: int
    messages: IO[str]
    executed: Executed = field(factory=Executed)
    loaded: Loaded = field(factory=lambda: Loaded({}))
    imported: Imported = field(factory=lambda: Imported({}, ()))
    baseline: Baseline = field(factory=lambda: Baseline({}, {}, ()))
    files: Files = field(factory=Files)
    ended: bool = False
    error: Exception | None = None
    killers: Killers = field(factory=Killers)
    cold: list[tuple[Mutant, list[str]]] = field(factory=list)

    def say(self, **message: Any) -> None:
        """Write a message."""
        self.messages.write(json.dumps(message) + "\n")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try mutants instead of running tests."""
        self.executed.end()
        if session.testsfailed:
            return True
        try:
            self._serve(session)
            self.ended = True
        except Exception as error:  # noqa: BLE001 - it is sent to the parent
            self.error = error
        return True

    def _serve(self, session: pytest.Session) -> None:
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # else each child would make one
        self.loaded = Loaded.below(FOLDERS)
        self.imported = Imported.now()
        executed = self.executed.codes(FOLDERS)
        gc.collect()
        gc.freeze()  # shared memory stays shared
        for file, mutants in groupby(self.mutants, key=lambda each: each.name.file):
            self._try_file(session, file, [*self._ways(mutants, executed)])
        outside = [name for name, module in sys.modules.items() if _is_of_others(module)]
        self.say(cold=[(mutant.id, line) for mutant, line in self.cold], modules=outside)

    def _ways(self, mutants: Iterable[Mutant], executed: set[CodeType]) -> Iterator["Way"]:
        """Yield mutants with the way in which each is tried; report those that need no trial."""
        for mutant in mutants:
            try:
                found = difference(
                    compiled(mutant.statement, mutant.name.file), compiled(mutant.mutated, mutant.name.file)
                )
            except SyntaxError:  # an operator read `**` as a power
                self.say(mutant=mutant.id, killer=IMPORT)
                continue
            if found is None:
                self.say(mutant=mutant.id, killer=None)
            elif found.innermost in executed or found.innermost not in self.loaded.functions:
                yield Way(mutant, None, is_cold=not self.imported.can_be(mutant.module))
            else:
                yield Way(mutant, found)

    def _try_file(self, session: pytest.Session, file: str, ways: Sequence["Way"]) -> None:
        """Try the mutants of a file, and report their outcomes."""
        left = [way for way in ways if not way.is_cold]
        for stage in range(STAGES):
            if not left:
                break
            lines = {tests: in_line(session.items, tests, stage) for tests in {nearest_to(way.name) for way in left}}
            self._know(session, {item.nodeid: item for line in lines.values() for item in line}.values())
            in_file = self._calling(file, session.items)
            at_hand = {way: self._line(way, lines[nearest_to(way.name)], in_file) for way in left}
            trials = left
            left = []
            tried: list[tuple[Way, Tried]] = []
            for way, ended in forked(((way, self._work(session, way, at_hand[way])) for way in trials), self.workers):
                outcome = self.killers.noted(_tried(way.mutant, ended))
                if outcome.killer is None:
                    left.append(way)
                else:
                    tried.append((way, outcome))
            self._hold_to_control(session, file, tried)
        self._leave_cold(session, file, [way for way in ways if way.is_cold])
        for way in left:
            self.say(mutant=way.mutant.id, killer=None)

    def _leave_cold(self, session: pytest.Session, file: str, ways: Sequence["Way"]) -> None:
        """Keep mutants for cold trials, each with the tests that call code in its file, or may do so."""
        if ways:
            known = self.baseline.places
            calling = self._calling(file, session.items)
            for way in ways:
                line = [item for stage in (0, 1) for item in in_line(session.items, nearest_to(way.name), stage)]
                chosen = [each.nodeid for each in line if each.nodeid in calling or each.nodeid not in known]
                self.cold.append((way.mutant, chosen or [each.nodeid for each in line]))

    def _calling(self, file: str, items: Iterable[pytest.Item]) -> set[str]:
        """Return the tests that call code in a file."""
        begin = f"{ROOT / file}:"
        places = self.baseline.places
        return {item.nodeid for item in items if any(place.startswith(begin) for place in places.get(item.nodeid, ()))}

    def _line(self, way: "Way", items: Sequence[pytest.Item], in_file: set[str]) -> dict[str, pytest.Item]:
        """Return the tests that can detect a mutant: those that call the mutated code, or any code in its file."""
        if way.found is None:
            chosen = [each for each in items if each.nodeid in in_file]
            chosen = chosen or [*items]  # a file may have no functions of its own
        else:
            place = place_of(way.found.innermost)
            chosen = [each for each in items if place in self.baseline.places[each.nodeid]]
        return {item.nodeid: item for item in chosen}

    def _work(self, session: pytest.Session, way: "Way", line: Mapping[str, pytest.Item]) -> Work:
        ids = self.killers.first(way.name, line, self.baseline.seconds)
        run = Run(session, [line[each] for each in ids], self.baseline)
        if way.found is not None:
            return partial(_swap_and_run, self.loaded, way.found, run)
        return partial(_import_and_run, self.imported, way.mutant, run)

    def _hold_to_control(self, session: pytest.Session, file: str, tried: Sequence[tuple["Way", Tried]]) -> None:
        """Report mutants as killed if the tests that killed them pass without a mutant. A mutant that was imported
        again, and whose tests fail then, is tried cold.
        """
        items = {item.nodeid: item for item in session.items}
        original = (ROOT / file).read_text(encoding="utf-8")
        for swapped in (True, False):
            mine = [(way, each) for way, each in tried if (way.found is not None) is swapped]
            if not mine:
                continue
            line = [items[each] for each in sorted({str(each.killer) for _, each in mine}) if each in items]
            run = Run(session, line, self.baseline)
            work = (
                run
                if swapped
                else partial(_import_and_run, self.imported, evolve(mine[0][0].mutant, text=original), run)
            )
            [(_, ended)] = forked([(None, work)], 1)
            if ended.code == SURVIVED:
                for way, each in mine:
                    self.say(mutant=way.mutant.id, killer=each.killer)
            elif swapped:
                raise NothingToLearn(f"fails without a mutant of {file}: {ended.text}")
            else:
                self.cold += [(way.mutant, []) for way, _ in mine]

    def _know(self, session: pytest.Session, items: Iterable[pytest.Item]) -> None:
        """Run the tests that have no baseline yet."""
        unknown = [item for item in items if item.nodeid not in self.baseline.seconds]
        if unknown:
            found = self._baseline(session, unknown)
            self.say(seconds=found.seconds, files=found.files)
            self.baseline = Baseline(
                {**self.baseline.seconds, **found.seconds}, {**self.baseline.places, **found.places}, ()
            )

    def _baseline(self, session: pytest.Session, items: list[pytest.Item]) -> Baseline:
        shares = [items[each :: self.workers] for each in range(self.workers)]
        jobs = [(share, partial(self._timed, session, share)) for share in shares if share]
        seconds: dict[str, float] = {}
        places: dict[str, frozenset[str]] = {}
        files = set[str]()
        for _, ended in forked(jobs, self.workers):
            if ended.code != SURVIVED:
                raise NothingToLearn(f"tests fail without any mutant, or there are none: {ended.text}")
            outcomes = json.loads(ended.text)
            seconds |= outcomes["seconds"]
            places |= {
                item: frozenset(outcomes["places"][each] for each in known) for item, known in outcomes["of"].items()
            }
            files |= set(outcomes["files"])
        if not seconds:
            raise NothingToLearn("there are no tests")
        return Baseline(seconds, places, sorted(files))

    def _timed(self, session: pytest.Session, items: list[pytest.Item], note: Note) -> int:
        seconds, of = {}, {}
        places: dict[str, int] = {}
        mutated = tuple({str(ROOT / mutant.name.file) for mutant in self.mutants})
        gc.unfreeze()  # frozen objects are not listed
        caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
        for item in items:
            for each in caches:  # so that each test computes the cached values that it needs
                each.cache_clear()
            begun = time.process_time()
            note.write(item.nodeid)
            executed = Executed()
            with executed.noted():  # with its own fixtures, because no test follows
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if session.testsfailed:
                return KILLED
            seconds[item.nodeid] = round(time.process_time() - begun, 3)
            of[item.nodeid] = [places.setdefault(place_of(code), len(places)) for code in executed.codes(mutated)]
        note.write(json.dumps({"seconds": seconds, "of": of, "places": list(places), "files": self.files.all()}))
        return SURVIVED


def _is_of_others(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and not file.startswith((*FOLDERS, str(ROOT / "tests")))


@frozen
class Run:
    """Tests that are run until one fails."""

    session: pytest.Session
    items: Sequence[pytest.Item]
    baseline: Baseline

    def __call__(self, note: Note) -> int:
        """Run the tests, and note the id of each before it begins; return the exit code."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for item, following in zip_longest(self.items, self.items[1:]):  # none, if no test calls the mutated code
            note.write(item.nodeid)
            most = LEAST_SECONDS + TIMES_AS_LONG * self.baseline.seconds.get(item.nodeid, SECONDS_IF_UNKNOWN)
            signal.setitimer(signal.ITIMER_PROF, most)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                return KILLED
        return SURVIVED


def _swap_and_run(loaded: Loaded, found: Difference, run: Run, note: Note) -> int:
    loaded.swap(found)
    return run(note)


def _import_and_run(imported: Imported, mutant: Mutant, run: Run, note: Note) -> int:
    note.write(IMPORT)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_IMPORT)
    sys.meta_path.insert(0, InPlaceOf(mutant))
    try:
        names = imported.anew(mutant.module)
        replaced = collected_anew(run.session, names, run.items)
    except Exception:  # noqa: BLE001 - the control run shows whether the mutant is the cause
        return KILLED
    return evolve(run, items=replaced(run.items))(note)


def in_line(items: Iterable[pytest.Item], tests: Tests, stage: int) -> list[pytest.Item]:
    """Return the collected tests that belong to a stage."""
    return [item for item in items if isinstance(item, pytest.Function) and tests.stage(_test(item)) == stage]


@cache
def _test(item: pytest.Function) -> Test:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    rule, profile = (each if isinstance(each := params.get(name), str) else None for name in ("rule", "profile"))
    slow = item.get_closest_marker("slow") is not None
    return Test(str(item.path.relative_to(ROOT)), item.originalname, rule, profile, slow)


def compiled(text: str, file: str) -> CodeType:
    """Return the code of a module, or of a part of it."""
    return compile(text, str(ROOT / file), "exec", dont_inherit=True)


# Cold trials


@frozen
class InPlaceOf(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the mutant under the name of its module."""

    mutant: Mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        del path, target
        if name != self.mutant.module:
            return None
        origin = str(ROOT / self.mutant.name.file)
        if not origin.endswith("__init__.py"):
            return importlib.util.spec_from_loader(name, self, origin=origin)
        spec = importlib.machinery.ModuleSpec(name, self, origin=origin, is_package=True)
        spec.submodule_search_locations = [str(Path(origin).parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the mutated text as the module."""
        exec(compiled(self.mutant.text, self.mutant.name.file), vars(module))  # noqa: S102 - runs the mutant


@define
class Cold:
    """A plugin of pytest that runs tests for one mutant, the likeliest killers first: those of `line` or, if it is
    empty, all selected tests.
    """

    mutant: Mutant
    line: Sequence[str]
    killers: Killers
    baseline: Baseline
    note: Note
    code: int = KILLED

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests until one fails."""
        if not session.testsfailed:
            tests = nearest_to(self.mutant.name)
            meant = {item.nodeid: item for stage in (0, 1) for item in in_line(session.items, tests, stage)}
            ids = self.killers.first(self.mutant.name, meant, self.baseline.seconds)
            self.code = Run(
                session, [meant[each] for each in ids if each in self.line or not self.line], self.baseline
            )(self.note)
        return True


def _cold(mutant: Mutant, instead: Mutant, line: Sequence[str], killers: Killers, baseline: Baseline) -> Work:
    """Return a trial of a mutant that imports everything, with `instead` in place of the module: the mutant itself, or
    the original.
    """
    if mutant.module in sys.modules:
        raise RuntimeError(f"{mutant.module} is imported here, so its mutants would never be tried")

    def work(note: Note) -> int:
        note.write(IMPORT)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_IMPORT)
        sys.meta_path.insert(0, InPlaceOf(instead))
        _register_profile()
        try:
            importlib.import_module(mutant.module)  # an import error is found sooner here than by pytest
        except Exception:  # noqa: BLE001 - any error
            return KILLED
        first, *others = nearest_to(mutant.name).all_files
        for files in ([first], others):  # importing and collecting everything takes longer than most tests
            if files:
                note.write(IMPORT)
                signal.setitimer(signal.ITIMER_PROF, SECONDS_TO_IMPORT)
                cold = Cold(mutant, line, killers, baseline, note)
                pytest.main([*OPTIONS, *files], plugins=[cold])
                if cold.code != SURVIVED:
                    return cold.code
        return SURVIVED

    return work


def _register_profile() -> None:
    hypothesis.settings.register_profile(
        PROFILE, database=None, derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate)
    )
