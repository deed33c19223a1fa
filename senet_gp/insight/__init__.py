"""What can be said about players: shorter forms, what parts are worth, judged games, advice."""
