"""Single faults put into the golden game of scenario 1, chapter by chapter."""
