#!/usr/bin/env bash
# Puts the faults of mutants.txt into the blocks, one at a time, and runs the block's lockstep bench, which must tell of a
# mismatch: mutants.sh FOLDER [--sample]. FOLDER is the built testbench/rtl.
# Prints a table. Exit code 0: all were caught.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(dirname "$(dirname "$here")")
folder=$1 sample=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
made=0 escaped=0

# What the bench says of a block with `old` replaced by `new`.
try() {
  local block=$1 old=$2 new=$3 source before
  source=$(<"$root/rtl_ref/$block/$block.sv")
  before=${source%%"$old"*}
  [[ $before != "$source" ]] || { printf 'the text to replace is not there'; return 1; }
  [[ ${source#*"$old"} != *"$old"* ]] || { printf 'the text to replace is there twice'; return 1; }
  printf '%s\n' "$before$new${source#*"$old"}" >"$work/$block.sv"
  # Warnings are not asked for: a fault may leave a signal without use.
  VERILATE_WARNINGS=-Wno-lint "$here/bench_of.sh" "$folder" "$block" "$work/$block.sv" "$work" >"$work/log" 2>&1 ||
    { printf 'cannot be built: %s' "$(head -n 1 "$work/log")"; return 1; }
  local code=0
  timeout 120 "$work/bench" >"$work/told" 2>&1 || code=$?
  if [[ $code -ne 1 ]]; then
    printf 'ESCAPED with exit code %s' "$code"
    return 1
  fi
  sed -nE '1s/^[^:]*: //p' "$work/told" | cut -c1-70
}

printf '%-15s %-62s %s\n' block fault 'found by rtl.lockstep.<block>'
while IFS= read -r line; do
  [[ -n $line && $line != '#'* ]] || continue
  IFS= read -r old
  IFS= read -r new
  read -r block fault <<<"$line"
  [[ -z $sample || $fault == '* '* ]] || continue
  made=$((made + 1))
  told=$(try "$block" "${old#-}" "${new#+}") || escaped=$((escaped + 1))
  printf '%-15s %-62s %s\n' "$block" "${fault#\* }" "$told"
done <"$here/mutants.txt"
printf '%s mutants, %s caught\n' "$made" "$((made - escaped))"
[[ $made -gt 0 && $escaped -eq 0 ]]
