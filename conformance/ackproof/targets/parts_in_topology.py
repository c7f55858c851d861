"""Somebody else's acker in the reference's topology: each acker task is a target of its own.

So an acker that has no topology is held to the rules of whole topologies: everything but the ackers is the reference.
"""

from collections.abc import Sequence

import acking
from acking import plan
from attrs import define, evolve, field

from ackproof import wire
from ackproof.components import ACKER, TOPOLOGY
from ackproof.components import acker as words
from ackproof.errors import TargetBroke
from ackproof.quoting import shown
from ackproof.target import (
    DEFAULT_REPLY_TIMEOUT,
    Component,
    Config,
    Description,
    PatientTarget,
    Target,
    TargetFactory,
)
from ackproof.targets.topology import TopologyTarget


def with_topology(make_target: TargetFactory) -> Target:
    """Return a target as it is if it has a topology, or is no acker; or else the reference's topology around it."""
    target = make_target()
    try:
        components = target.describe().components
    except BaseException:
        target.close()
        raise
    if TOPOLOGY.name in components or ACKER.name not in components:
        return target
    around = AckerInTopology(make_target=make_target)
    around.targets.append(target)
    return around


@define
class AckerInTopology(TopologyTarget):
    """The reference's topology, with acker tasks that are components of another target: one target for each task."""

    make_target: TargetFactory = field(kw_only=True)
    targets: list[Target] = field(init=False, factory=list)

    reply_timeout: float = DEFAULT_REPLY_TIMEOUT

    def describe(self) -> Description:
        """Claim the topology for the profiles of the acker, and say nothing of how many records it keeps."""
        acker = self._target(0).describe()
        return evolve(
            super().describe(),
            name=acker.name,
            version=acker.version,
            language=acker.language,
            profiles=acker.profiles,
            capabilities=acker.capabilities & {"pending"},
            evidence={**acker.evidence, "not its own": "all of the topology but the acker tasks"},
        )

    def planned(self, config: Config) -> plan.Plan:
        """Return the plan, with the other's ackers in it."""
        alone = Config(profile=config.profile)

        def make_acker(index: int) -> _ForeignAcker:
            return _ForeignAcker(self._target(index).open("acker", alone))

        return evolve(super().planned(config), make_acker=make_acker)

    def close(self) -> None:
        """Let go of all acker tasks."""
        for target in self.targets:
            target.close()
        self.targets = []

    def _target(self, index: int) -> Target:
        while len(self.targets) <= index:
            self.targets.append(self.make_target())
        target = self.targets[index]
        if isinstance(target, PatientTarget):
            target.reply_timeout = self.reply_timeout
        return target


@define
class _ForeignAcker:
    """An acker component as an acker task: each message is one operation."""

    component: Component
    pending: range = range(0)

    def receive(self, message: acking.AckerMessage) -> Sequence[acking.Notification]:
        match message:
            case acking.Init(root, value, task):
                said = self._asked(words.Init(root, value, task))
            case acking.Ack(root, value):
                said = self._asked(words.Ack(root, value))
            case acking.Fail(root):
                said = self._asked(words.Fail(root))
            case acking.ResetTimeout(root):
                said = self._asked(words.ResetTimeout(root))
        return [acking.Notification(acking.Kind(word.kind), word.root, word.task) for word in said]

    def tick(self) -> None:
        self._asked(words.Tick())

    def _asked(self, operation: words.AckerOperation) -> Sequence[words.Notification]:
        results = self.component.apply([operation])
        if not isinstance(results, Sequence) or len(results) != 1:
            raise TargetBroke(f"was asked {shown(operation)} and answered with {shown(results)}")
        try:
            wire.check_result(ACKER, results[0])
        except ValueError as error:
            raise TargetBroke(f"answered {shown(operation)} with a wrong result: {error}") from error
        self.pending = range(results[0].pending or 0)
        notifications: Sequence[words.Notification] = results[0].notifications
        return notifications
