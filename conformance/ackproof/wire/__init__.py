"""What crosses a pipe or lies in a file: JSON forms of operations and results, the protocol, the schemas."""
