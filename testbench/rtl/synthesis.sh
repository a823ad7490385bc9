#!/usr/bin/env bash
# Synthesizes a block to generic gates and compares with what its page states: synthesis.sh YOSYS BLOCK
set -euo pipefail

root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
yosys=$1 block=$2
page=$root/rtl_ref/$block/README.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$yosys" -q -p "read_verilog -sv $root/rtl_ref/$block/$block.sv; synth -flatten -top $block; check -assert
  tee -o $work/cells stat; tee -o $work/path ltp -noff" >"$work/log" || { tail -n 20 "$work/log"; exit 1; }

cells=$(awk '/Number of cells:/ { print $NF }' "$work/cells")
flip_flops=$(awk '/\$_S?DFF/ { n += $NF } END { print n + 0 }' "$work/cells")
levels=$(sed -nE 's/^Longest topological path .*length=([0-9]+).*/\1/p' "$work/path")
got="$cells cells, of them $flip_flops flip-flops; longest path $levels gate levels"
printf '%s: %s\n' "$block" "$got"

if grep -qi latch "$work/cells"; then
  printf 'it has latches\n'
  exit 1
fi
# Another yosys may count other gates.
version=$("$yosys" -V)
[[ $version == 'Yosys 0.23 '* ]] || { printf 'not compared with the page: %s\n' "$version"; exit 0; }
grep -qF "$got" "$page" || { printf '%s states something else\n' "${page#"$root"/}"; exit 1; }
