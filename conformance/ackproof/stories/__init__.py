"""Violations rendered for people: the messages, the notifications, and the place of the violation."""
