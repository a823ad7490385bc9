#!/usr/bin/env bash
# C++ of one block, all in FOLDER/all.cpp: verilate.sh VERILATOR BLOCK SOURCE FOLDER [OPTION...]
set -euo pipefail

verilator=$1 block=$2 source=$3 folder=$4
shift 4
rm -rf "$folder"
mkdir -p "$folder"
# shellcheck disable=SC2086
"$verilator" --cc ${VERILATE_WARNINGS:--Wall} "$@" --Mdir "$folder" --top-module "$block" --prefix "V$block" "$source"
cd "$folder"
for file in V*.cpp; do printf '#include "%s"\n' "$file"; done >all.cpp
