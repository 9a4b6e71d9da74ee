"""Single faults put into the logs of a day and of the example of combat, chapter by chapter."""
