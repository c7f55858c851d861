"""The ground truth of a workload: what follows from it, and what a target has to answer, without any acker.

    lives          ackers: record lives, from the first message to the end
    ages           RotatingMaps: each key's last put, and how many rotations ago that was
    ledgers        anchoring: every tuple, and the edges of every tree
    emissions      spouts: which emissions are pending, and since when
    generators     ids: attacks on the generators of common libraries
    conversations  bolt libraries: the inputs of a bolt, and what its code does with each
    sizes          large histories of each component, in one pass

For topologies:

    histories      what bolts, channels and spouts did, by name
    under_way      which message an operation delivers, loses or doubles
    plans          what has to happen next; its parts are `sources`, `duties` (of bolts), `places` (streams and
                   groupings), `executors` (tasks that share one), `deaths` and `lifecycles`
    lapses         how what happened differs from the plan

Rules are stated over this alone. Nothing here uses the reference; a test checks that.
"""
