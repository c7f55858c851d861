"""The acker of the proofs, as a program: `acker.ml` is extracted from `spec/proofs`, `shell.ml` speaks the protocol.

The program is built at its first use, if OCaml is installed; `spec/proofs.md` says which of its parts are not proved.
"""
