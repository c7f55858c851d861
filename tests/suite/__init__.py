"""Tests of the conformance suite: that it finds what is wrong, lets pass what is right, and tells both plainly."""
