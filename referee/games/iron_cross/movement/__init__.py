"""Movement: allowances, terrain, facing, stacking, leaders, vehicles, wrecks (3.1, 5, 8)."""
