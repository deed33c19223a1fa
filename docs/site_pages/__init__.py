"""What makes pages of the site from what is not Markdown: names, verbs, a notebook, source files."""
