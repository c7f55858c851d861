"""The life of a spout task by the plan: it is opened, activated or deactivated, and closed in good order."""

from attrs import define, field

from ackproof.components.happenings import Activated, Closed, Deactivated, Emission, Lived, Opened, UntrackedEmission
from ackproof.components.topology import Activate, Deactivate, Resume, Stop, TopologyResult
from ackproof.oracle.executors import Mates, mates_of
from ackproof.oracle.lapses import Findings, Occasion, Part
from ackproof.target import Config
from ackproof.text.wording import count


@define(kw_only=True)
class Lifecycles:
    """Which spout tasks were opened in this life, which were activated last, and which are deactivated. A deactivation
    applies to the topology, so it outlives a task. `missed` has what paused tasks would have been told in this pause.
    The chapter leaves open when a spout task is opened, so it may be in an operation that deactivates or stops it,
    before that: `deactivating` has those that this operation deactivates and that were not active before.
    """

    config: Config
    findings: Findings
    opened: set[str] = field(factory=set)
    active: set[str] = field(factory=set)
    inactive: set[str] = field(factory=set)
    ever_inactive: set[str] = field(factory=set)
    missed: set[tuple[str, type]] = field(factory=set)
    deactivating: set[str] = field(factory=set)
    _mates: Mates = field(init=False)
    _emitted: set[str] = field(factory=set)
    _died: set[str] = field(factory=set)
    _died_inactive: set[str] = field(factory=set)
    _opened_now: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self._mates = mates_of(self.config)

    def mates(self, task: str) -> tuple[str, ...]:
        """Return the tasks of a task's executor."""
        return self._mates.get(task, (task,))

    # Operations.

    def ordered(self, task: str, result: TopologyResult, *, waited: int | None) -> None:
        """Check the result of deactivating, activating or stopping a task that is not paused."""
        operation = self.findings.operation
        notified = {type(each): set[str]() for each in result.happenings}
        for each in result.happenings:
            notified[type(each)].add(each.task)
        mates = [mate for mate in self.mates(task) if mate.startswith("spout-")]
        opened = {mate for mate in mates if mate in self.opened and self.config.wiring.lifecycle}
        if isinstance(operation, Stop):
            self._expect_notified(opened, notified.get(Closed, set()), "closed")
            return
        kind: type[Activated | Deactivated] = Activated if isinstance(operation, Activate) else Deactivated
        due = opened & self.inactive if kind is Activated else opened & self.active
        self._expect_notified(due, notified.get(kind, set()), kind.what)
        if isinstance(operation, Deactivate):
            self.deactivating = set(mates) - self.inactive - self.active
            self.inactive.update(mates)
            self.ever_inactive.update(mates)
        else:
            self.inactive.difference_update(mates)
        self._died_inactive.difference_update(mates)
        if waited is not None and result.waiting is not None and result.waiting != waited:
            self.findings.lapse(
                Part.INACTIVE,
                f"{operation.op} of {task} left {result.waiting} of {count(waited, 'emission')} waited for",
            )

    def end(self) -> None:
        """Check at the end of an operation that those which were told in it that they are active heard the order."""
        for task in sorted(self.deactivating & self.active):
            self.findings.lapse(Part.LIFECYCLE, f"{task} was not {Deactivated.what}")
        self.deactivating = set()
        self._opened_now.clear()

    def pauses(self, task: str) -> None:
        """Record that an executor pauses, and so misses the orders from now on."""
        mates = self.mates(task)
        self.missed = {(mate, kind) for mate, kind in self.missed if mate not in mates}

    def misses(self, task: str) -> None:
        """Record an order to a paused task."""
        kind = {"activate": Activated, "deactivate": Deactivated}.get(self.findings.operation.op)
        if kind is not None:
            self.missed.update((mate, kind) for mate in self.mates(task))

    def _expect_notified(self, due: set[str], notified: set[str], what: str) -> None:
        for task in sorted(due - notified):
            self.findings.lapse(Part.LIFECYCLE, f"{task} was not {what}")

    def died(self, task: str) -> None:
        """Record that a life is over."""
        if isinstance(self.findings.operation, Stop) and task in self._opened_now:
            self.findings.lapse(Part.LIFECYCLE, f"{task} was not {Closed.what}")
        self.opened.discard(task)
        self.active.discard(task)
        self._emitted.discard(task)
        self._died.add(task)
        if task in self.inactive:
            self._died_inactive.add(task)

    # Happenings.

    def lived(self, happening: Lived) -> None:  # noqa: C901 - one case for each kind
        """Check that a lifecycle call of a spout task fits the task's state."""
        task, operation = happening.task, self.findings.operation
        ordered = getattr(operation, "task", None)
        meant = ordered is not None and task in self.mates(ordered)
        wrong = ""
        match happening:
            case Opened():
                wrong = "and was so before in this life" if task in self.opened else ""
                self.opened.add(task)
                self._opened_now.add(task)
            case Activated():
                if task not in self.opened or task in self.active:
                    wrong = "and was not opened" if task not in self.opened else "and was active"
                elif task in self.inactive - self.deactivating and not (isinstance(operation, Activate) and meant):
                    wrong = self._unasked(happening, "active")
                self.active.add(task)
            case Deactivated():
                self.deactivating.discard(task)
                if task not in self.active or not (isinstance(operation, Deactivate) and meant):
                    wrong = "and was not active" if task not in self.active else self._unasked(happening, "not active")
                self.active.discard(task)
            case Closed():
                if not (isinstance(operation, Stop) and meant):
                    wrong = "and nothing had stopped it"
                elif task not in self.opened:
                    wrong = "and was not opened"
                else:
                    self.findings.met(Occasion.CLOSED)
                self.opened.discard(task)
                self.active.discard(task)
                self._opened_now.discard(task)
        if wrong:
            wrong = f"was {happening.what}, {wrong}" if wrong.startswith("and ") else wrong
            self.findings.lapse(Part.LIFECYCLE, f"{task} {wrong}")

    def _unasked(self, happening: Lived, what: str) -> str:
        """Return what is wrong with telling a spout task that it is active, or not, without an order to it."""
        task = happening.task
        if isinstance(self.findings.operation, Resume) and (task, type(happening)) in self.missed:
            return (
                f"was told that it is {what} when it went on; the order came in its pause, so it should never hear it"
            )
        if task not in self.inactive:
            return f"was told that it is {what}; nothing had deactivated it"
        if isinstance(happening, Deactivated):
            return f"was told that it is {what}, but not when it was deactivated"
        after = " after its death" if task in self._died_inactive else ""
        return f"was told that it is {what}; it was deactivated before, and stays so{after}"

    def emits(self, emission: Emission | UntrackedEmission) -> None:
        """Check that an emission is from a spout task that is open and active."""
        task = emission.task
        if task in self.inactive:
            self.findings.lapse(Part.INACTIVE, f"{task} emitted {emission.tree}, and is not active")
        elif self.config.wiring.lifecycle and task not in self.opened:
            self.findings.lapse(Part.LIFECYCLE, f"{task} emitted {emission.tree}, and was not opened in this life")
        elif self.config.wiring.lifecycle and task not in self.active:
            self.findings.lapse(Part.LIFECYCLE, f"{task} emitted {emission.tree}, and was not told that it is active")
        elif task not in self._emitted:
            self.findings.met(Occasion.OPENED_AGAIN if task in self._died else Occasion.OPENED)
        self._emitted.add(task)

    def asked(self, task: str) -> None:
        """Record that an inactive spout task is asked, or one that was inactive before."""
        if task in self.inactive:
            self.findings.met(Occasion.ASKED_INACTIVE)
        elif task in self.ever_inactive:
            self.findings.met(Occasion.ASKED_ACTIVE_AGAIN)
