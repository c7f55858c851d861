"""The targets on offer: two releases of Storm in a LocalCluster, and one in a cluster of processes."""

from ackproof.target import Offer

from ackproof_adapters.running.cluster import namespaces
from ackproof_adapters.running.target import (
    SHRINKING_IN_PROCESSES,
    ClusterStorm,
    LocalStorm,
    described,
    described_in_processes,
)
from ackproof_adapters.storm import process, toolchain
from ackproof_adapters.storm.versions import LOCAL_CLUSTERS, Release


def _offer(name: str) -> Offer:
    release = LOCAL_CLUSTERS[name]
    description = described(name, release.artifacts[0].version, release.language, release.profiles[0])
    # One for this process: a driver that made another one after it broke would run all topologies again for each rule.
    storm = LocalStorm(description, lambda: process.local_command(release), lambda: process.local_jars(release))
    return Offer(
        lambda: storm,
        lambda: toolchain.missing(release.java),
        described=description,
    )


def _cluster_offer(name: str, release: Release) -> Offer:
    description = described_in_processes(name, release.artifacts[0].version, release.language, release.profiles[0])
    storm = ClusterStorm(description, lambda: process.cluster_parts(release), shrinking=SHRINKING_IN_PROCESSES)
    return Offer(
        lambda: storm,
        lambda: toolchain.missing(release.java) or namespaces.missing(),
        described=description,
    )


storm_cluster_2_8_3 = _cluster_offer("storm-cluster-2.8.3", LOCAL_CLUSTERS["storm-local-2.8.3"])
storm_local_1_2_2 = _offer("storm-local-1.2.2")
storm_local_2_8_3 = _offer("storm-local-2.8.3")
