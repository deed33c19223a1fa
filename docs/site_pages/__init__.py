"""What makes pages of the site from what is not Markdown: names, commands, a notebook, source files."""
