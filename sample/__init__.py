"""The made-up day that ships with the program, and how it is compiled."""
