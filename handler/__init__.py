"""The doors of vllm-digest: each turns its world into settings and tells the result."""
