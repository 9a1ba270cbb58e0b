"""GitHub: a window in, a snapshot out. One GraphQL client, its queries, and the fetch."""
