"""Tests of violations shown as text."""
