"""Targets that ship with the suite, and what makes a target of somebody's program or class.

The reference and what is derived from it:

    reference, topology, multilang   the reference's components, its topology, and its bolt library
    references                       which of them has which component
    executors                        executors that draw ids
    variants                         the reference with one stated difference, to explain deviations
    readings                         the reference with each right reading of a second init
    hardened, designs                ackers of another design
    parts_in_topology                parts of another target in the reference's topology

Somebody else's:

    python_acker, python_component   a Python class
    process                          a program that speaks the protocol
    conversation, starting, process_tree   how it is started, talked to and ended
    bolt_process, shell_parent       a bolt behind two pipes, and the parent that it has there
    watched                          the interface of targets that run by themselves
"""
