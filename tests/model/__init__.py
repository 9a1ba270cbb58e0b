"""A run with a real, weak model on the CPU: `make test-model`. No part of `make test`: no file has a test's name."""
