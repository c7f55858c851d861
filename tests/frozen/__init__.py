"""Adapters as they were when protocol 1 was young, byte for byte; nothing here is ever changed."""
