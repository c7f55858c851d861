"""Tests of messages on their way to Python workers and back."""
