"""What an audit found, for people and for other programs: text and JSON."""
