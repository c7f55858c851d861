"""The command `ackproof`: its parser, and one module for each subcommand."""
