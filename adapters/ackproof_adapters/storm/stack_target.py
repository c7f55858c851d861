"""The stack of a release as a target: its executors and collectors, by themselves and in a topology.

One JVM does all of it. In the topology every spout executor, bolt task and acker task is a session of it; the source,
the channels, the code of the bolts and the faults are the reference's.
"""

from collections.abc import Callable, Sequence

from ackproof.components import ANCHORING, IDS, SPOUT, TOPOLOGY, Result
from ackproof.errors import Refused
from ackproof.target import DEFAULT_REPLY_TIMEOUT, MORE_TIME, WIRED, Component, Config, Description, Run
from ackproof.targets.parts_in_topology import PartsInTopology
from ackproof.targets.process import ProcessTarget
from attrs import define, evolve, field


@define
class StackTarget:
    """The stack that a command starts. `reply_timeout` is in seconds, for each reply."""

    command: Callable[[], Sequence[str]]
    reply_timeout: float = DEFAULT_REPLY_TIMEOUT
    _process: ProcessTarget | None = field(default=None, init=False)
    _topology: PartsInTopology | None = field(default=None, init=False)

    def describe(self) -> Description:
        """Claim the two sides that talk to ackers, the topology with them and the acker, and the generator of ids.

        The acker alone is left out: it is a target by itself, with its records and its acks of its input.
        """
        alone, around = self._parts().describe(), self._around().describe()
        components = (ANCHORING.name, SPOUT.name, TOPOLOGY.name, IDS.name)
        # Operations: those of a topology do not depend on the parts. Sessions are for the parts, and stay inside.
        capabilities = (alone.capabilities - {"sessions"}) | (around.capabilities & {*WIRED, MORE_TIME})
        return evolve(
            alone, components=components, operations=None, capabilities=capabilities, evidence=around.evidence
        )

    def open(self, component: str, config: Config) -> Component:
        """Open a component; the one that was open before is discarded."""
        if component == TOPOLOGY.name:
            return self._around().open(component, config)
        if component not in (ANCHORING.name, SPOUT.name, IDS.name):
            raise Refused(f"a stack has no {component}; there is a target of the same release for that")
        return self._parts().open(component, config)

    def run_all(self, runs: Sequence[Run]) -> Sequence[Sequence[Result] | Refused]:
        """Do many runs: of a part in one stream of requests, of the topology one after the other."""
        if any(run.component == TOPOLOGY.name for run in runs):
            return [self._run(run) for run in runs]
        return self._parts().run_all(runs)

    def close(self) -> None:
        """End the process."""
        process, self._process, self._topology = self._process, None, None
        if process is not None:
            process.close()

    def _run(self, run: Run) -> Sequence[Result] | Refused:
        try:
            return self.open(run.component, run.config).apply(run.operations)
        except Refused as refusal:
            return refusal

    def _parts(self) -> ProcessTarget:
        if self._process is None:
            self._process = ProcessTarget(self.command())
        self._process.reply_timeout = self.reply_timeout
        return self._process

    def _around(self) -> PartsInTopology:
        if self._topology is None:
            self._topology = PartsInTopology(make_target=self._parts)
        return self._topology
