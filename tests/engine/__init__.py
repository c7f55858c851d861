"""Tests of the engine: campaigns, certificates, evidence, replay, deviations, the pytest plugin."""
