"""Supply: lines, what lacks it, supply by air, dumps (14). Ammunition is in `combat`."""
