"""What networkx asks of its backends when it is imported. This package imports nothing heavy."""
