"""The check of `spec/proofs`: compile, list the assumptions of each theorem, and try wrong models."""
