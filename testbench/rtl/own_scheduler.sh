#!/usr/bin/env bash
# A scheduler of somebody else passes the lockstep bench, and fails it with the fault that docs/rtl.md puts into it.
set -euo pipefail

root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
source=$root/examples/rtl/own_scheduler.sv
right='credit <= credit - 1'"'b1" wrong='credit <= credit'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lockstep() { "$root/testbench/rtl/bench_of.sh" "$1" tx_scheduler "$2" "$work" >/dev/null && "$work/bench"; }

grep -qF "$right" "$source"
grep -qF "$right" "$root/docs/rtl.md"
sed "s/$right/$wrong/" "$source" >"$work/faulty.sv"
code=0
lockstep "$1" "$work/faulty.sv" || code=$?
[[ $code -eq 1 ]] || { printf 'with the fault: exit code %s, not 1\n' "$code"; exit 1; }
lockstep "$1" "$source"
