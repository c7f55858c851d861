"""Rules of size: what the other rules ask holds at every size that real systems see. One module for each component."""
