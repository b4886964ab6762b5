"""Who is still who they were, looked up together."""
