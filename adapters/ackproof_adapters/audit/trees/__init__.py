"""Trees: what the events say about each root, and about the tasks and workers that its tuples went through.

tree                           a tree, and what each line says of it
gathering                      events collected into trees, and into what is known of tasks and workers
sifting, merging               trees that are done, recognised in bulk
order, crossings, crossing_queue   which line came before which, over several clocks
continuity                     where a log is not whole
lives                          tasks and workers that were started again
afterlives                     what was done to trees after they were done
rootless                       lines of a spout of Storm 2.0.0, which have no root
hook_waits                     what a hook does not see
ledgers                        acker threads, replayed through the reference
executions                     tuples of no tree that were sent in the execution of one of a tree
figures                        figures of components, and of open trees over time
"""
