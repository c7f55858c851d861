"""Large workloads: few, and at the ends of the ranges of `ackproof.workloads.dimensions`."""
