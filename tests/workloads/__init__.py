"""Tests of where workloads come from: draws, and numbers for symbols."""
