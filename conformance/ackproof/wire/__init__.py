"""JSON forms of operations and results, the protocol, the schemas: everything that crosses a pipe or is stored in a
file.
"""
