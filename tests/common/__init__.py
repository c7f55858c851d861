"""What tests of several rooms share: the command line, workloads that are written out, verdicts, bad targets."""
