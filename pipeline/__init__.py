"""The steps that turn listings of papers into a data package, one module a step."""
