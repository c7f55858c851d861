"""Tests of the mutants: each is found by the rules that name it. The recorded data of the mutants is here."""
