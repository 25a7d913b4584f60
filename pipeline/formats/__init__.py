"""The formats of listings, one module each; `pipeline.read` tells which one a file is in."""
