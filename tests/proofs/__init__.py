"""The check of `spec/proofs`: compile, look at what each theorem rests on, and break the model in many ways."""
