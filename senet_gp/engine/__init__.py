"""The engine: it translates trees into programs, scores boards with them, and plays games."""
