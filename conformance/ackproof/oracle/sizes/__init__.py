"""The right answers to large histories, computed in one pass with little memory, one module for each component."""
