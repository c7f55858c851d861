"""The targets: one for each release and each stack of the tables, under the name by which the suite knows it."""

from collections.abc import Callable
from pathlib import Path

from ackproof.target import MORE_TIME, WIRED, Description, Offer
from ackproof.targets.process import ProcessTarget

from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.stack_target import StackTarget
from ackproof_adapters.storm.versions import RELEASES, STACKS, Release

DEVIATIONS = Path(__file__).parent / "deviations"

# The driver's description of itself, in Java. It is here as well, so that no JVM is started for it; a test compares the
# two.
COMPONENTS = ("acker", "rotating-map")
CAPABILITIES = frozenset({"acks-input", "configurable", "pending"})
STACK_COMPONENTS = ("anchoring", "spout", "topology", "ids")
STACK_CAPABILITIES = WIRED | {"pending", MORE_TIME}


def _offer(name: str) -> Offer:
    release = RELEASES[name]
    deviations = DEVIATIONS / f"{name}.toml"
    return Offer(
        _maker(release),
        lambda: toolchain.missing(release.java),
        deviations if deviations.exists() else None,
        _described(release, COMPONENTS, CAPABILITIES, frozenset(release.operations)),
    )


def _described(
    release: Release, components: tuple[str, ...], capabilities: frozenset[str], operations: frozenset[str] | None
) -> Description | None:
    """Return the description that the driver will give of a release; None if it depends on the version that Maven
    finds.
    """
    version = release.artifacts[0].version
    if version.startswith("["):
        return None
    return Description(
        name=release.name,
        version=version,
        language=release.language,
        components=components,
        profiles=release.profiles,
        operations=operations,
        capabilities=capabilities,
    )


def _maker(release: Release) -> Callable[[], ProcessTarget]:
    # Jars are fetched when the target is made, and not for a list of targets.
    return lambda: ProcessTarget(process.command(release))


def _stack_offer(name: str) -> Offer:
    stack = STACKS[name]
    deviations = DEVIATIONS / f"{name}.toml"
    return Offer(
        lambda: StackTarget(lambda: process.stack_command(stack)),
        lambda: toolchain.missing(stack.java),
        deviations if deviations.exists() else None,
        _described(stack, STACK_COMPONENTS, STACK_CAPABILITIES, None),
    )


storm_0_9_7 = _offer("storm-0.9.7")
storm_0_10_2 = _offer("storm-0.10.2")
storm_1_0_2 = _offer("storm-1.0.2")
storm_1_2_4 = _offer("storm-1.2.4")
storm_2_0_0 = _offer("storm-2.0.0")
storm_2_3_0 = _offer("storm-2.3.0")
storm_2_8_2 = _offer("storm-2.8.2")
storm_2_8_3 = _offer("storm-2.8.3")
storm_3_x = _offer("storm-3.x")
jstorm_2_2_1 = _offer("jstorm-2.2.1")
storm_stack_2_3_0 = _stack_offer("storm-stack-2.3.0")
storm_stack_2_8_2 = _stack_offer("storm-stack-2.8.2")
