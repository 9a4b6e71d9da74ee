"""Movement: allowances, costs of ways, railways, stacking, zones of control (4, 6-8, 10)."""
