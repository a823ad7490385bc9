#!/usr/bin/env bash
# Verilator has nothing to say about a block, with eight classes and with four: lint.sh VERILATOR BLOCK
set -euo pipefail

root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
source=$root/rtl_ref/$2/$2.sv
"$1" --lint-only -Wall "$source"
! grep -q CLASS_BITS "$source" || "$1" --lint-only -Wall -GCLASSES=4 -GCLASS_BITS=2 "$source"
