"""Tests of the mutants: each is found by the rules that name it. Here is what is recorded of them."""
