"""What is due in large histories: told in one pass, with little kept, one module for each component."""
