"""Tests of the certificate, the folder of a run, and causes."""
