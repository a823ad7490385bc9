#!/usr/bin/env bash
# Makes a block's lockstep bench with another source: bench_of.sh FOLDER BLOCK SOURCE OUT
# FOLDER is the built testbench/rtl: <block>.link and libraries.link name what a bench is linked from, tools.link by whom.
# OUT is a folder; the bench is OUT/bench. Warnings of Verilator's do not stop it; VERILATE_WARNINGS says which to give.
set -euo pipefail

root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
folder=$1 block=$2 source=$3 out=$4
read -r verilator include compiler <"$folder/tools.link"
VERILATE_WARNINGS=${VERILATE_WARNINGS:--Wall -Wno-DECLFILENAME} \
  "$root/scripts/verilate.sh" "$verilator" "$block" "$source" "$out/model" -Wno-fatal
"$compiler" -std=c++20 -O0 -w -I"$include" -I"$include/vltstd" -I"$out/model" -c "$out/model/all.cpp" -o "$out/model.o"
# shellcheck disable=SC2046
"$compiler" $(<"$folder/$block.link") "$out/model.o" $(<"$folder/libraries.link") -o "$out/bench"
