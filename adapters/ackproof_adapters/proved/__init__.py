"""The acker of the proofs, as a program: `acker.ml` is extracted from `spec/proofs`, `shell.ml` speaks the protocol.

The program is built when it is wanted first, where there is an OCaml; `spec/proofs.md` says what it is trusted with.
"""
