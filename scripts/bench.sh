#!/usr/bin/env bash
# Prints what headroom costs: bench.sh [--program FILE] [--against FILE] [STEP...]
#   STEP        one_flow incast slow_host pcie_link memory uet_flow uet_incast uet_permutation policies
#               default: all but policies, which is timed
#   --program   measures this build of headroom and builds nothing
#   --against   instead compares CPU time with that build of headroom, both run in turn
# Instructions and agenda events are the difference of a long and a short run, divided by the difference in delivered
# data packets, so that start-up cancels and the numbers repeat to the digit. Exit 1: a limit is not met.
# shellcheck disable=SC2317  # steps are called by their name
set -euo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
configs=$root/testbench/bench
built=$root/build/release
short=5 long=15  # messages of each flow

fail() {
  printf 'headroom bench: %s\n' "$*" >&2
  exit 3
}

program='' against='' steps=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --program | --against)
      [[ -x ${2:-} ]] || fail "$1: no such program: ${2:-}"
      declare "${1#--}=$(realpath "$2")"
      shift
      ;;
    one_flow | incast | slow_host | pcie_link | memory | policies | uet_flow | uet_incast | uet_permutation)
      steps+=("$1")
      ;;
    *)
      sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
  shift
done
[[ ${#steps[@]} -gt 0 ]] || steps=(one_flow incast slow_host pcie_link memory uet_flow uet_incast uet_permutation)

if [[ -z $program ]]; then
  "$root/scripts/setup.sh" run test
  cmake -S "$root" --preset release -D HEADROOM_BUILD_TESTS=ON -D HEADROOM_BUILD_BENCH=ON >/dev/null
  targets=(headroom headroom_bench)
  [[ ! -f $configs/pcie_link_bench.cpp ]] || targets+=(pcie_link_bench)
  "$root/scripts/build.sh" release on "${targets[@]}"
  program=$built/headroom
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0

# --- running

# Arguments of one run: arguments CONFIG MESSAGES [more options]
arguments() {
  local config=$configs/$1.json messages=$2 list=flows entries i
  shift 2
  entries=$(grep -c '"src"\|"pattern"' "$config")
  ! grep -q '"pattern"' "$config" || list=patterns
  args=(run "$config" --out "$work/out" --quiet --force "$@")
  for ((i = 0; i < entries; ++i)); do args+=(--set "workload.$list.$i.messages=$messages"); done
}

# Runs a command under callgrind and prints its instructions.
instructions() {
  rm -f "$work/callgrind"
  valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "failed under callgrind: $*"
  }
  awk '$1 == "totals:" { print $2 }' "$work/callgrind"
}

# A number of summary.json's "work".
work_done() {
  local value
  value=$(tr -d '\n' <"$work/out/summary.json" | sed -n 's/.*"work": *{\([^}]*\)}.*/\1/p' |
    sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p")
  [[ -n $value ]] || fail "summary.json has no work.$1"
  printf '%s' "$value"
}

# Cost of a delivered packet: sets `ir` (instructions) and `events` (in tenths).
per_packet() {
  local config=$1 ir_short packets_short events_short packets
  shift
  arguments "$config" "$short" "$@"
  ir_short=$(instructions "$program" "${args[@]}")
  packets_short=$(work_done packets)
  events_short=$(work_done events)
  arguments "$config" "$long" "$@"
  ir=$(instructions "$program" "${args[@]}")
  packets=$(($(work_done packets) - packets_short))
  ((packets > 0)) || fail "$config: the longer run delivered no more packets"
  ir=$(((ir - ir_short) / packets))
  events=$((10 * ($(work_done events) - events_short) / packets))
}

# --- printing

verdict() { # verdict VALUE at-most|at-least LIMIT
  if { [[ $2 == at-most ]] && (($1 <= $3)); } || { [[ $2 == at-least ]] && (($1 >= $3)); }; then
    mark=met
  else
    mark=MISSED missed=1
  fi
}
tenths() { printf '%d.%d' $(($1 / 10)) $(($1 % 10)); }
row() { printf '%-34s %16s  %-10s %-7s %s\n' "$@"; }

packet_rows() { # packet_rows TITLE CONFIG INSTRUCTIONS EVENTS GOAL: limits of one delivered data packet
  per_packet "$2"
  verdict "$ir" at-most "$3"
  row "$1" "$ir" "<= $3" "$mark" "instructions a packet (goal $5)"
  verdict "$events" at-most $((10 * $4))
  row '' "$(tenths "$events")" "<= $4" "$mark" 'agenda events a packet'
}

form_rows() { # form_rows TITLE TRAIN TLP LIMIT UNIT: train form against tlp form
  local ratio=$((10 * $3 / $2))
  row "$1, train" "$2" '' '' "instructions a $5"
  row "$1, tlp" "$3" '' '' "instructions a $5"
  verdict "$ratio" at-least $((10 * $4))
  row '' "$(tenths "$ratio")" ">= $4" "$mark" 'tlp / train'
}

# --- steps

one_flow() { packet_rows 'one flow, one switch' one_flow 7700 12 3800; }
incast() { packet_rows 'incast 8:1, one switch' incast 7700 12 3800; }
uet_flow() { packet_rows 'UET: one flow, one switch' uet_flow 10000 18 5000; }
# A public packet simulator of this transport, with neither host nor PCIe, needs 21,500 for a permutation of 128 servers.
uet_permutation() {
  short=1 long=2
  packet_rows 'UET: permutation, 128 servers' uet_permutation 21500 40 7200
}
uet_incast() {
  short=1 long=3
  per_packet uet_incast
  row 'UET: incast 32:1, one switch' "$ir" '' '' "instructions a packet, $(tenths "$events") agenda events"
}

slow_host() {
  local train
  per_packet slow_host --set simulation.PcieGranularity=train
  train=$ir
  per_packet slow_host --set simulation.PcieGranularity=tlp
  form_rows 'slow host' "$train" "$ir" 2 packet
}

pcie_link() { # pcie_link_bench FORM WRITES sends that many writes of 4,096 B over one link
  local bench forms=() form count
  bench=$(find "$built" -name pcie_link_bench -type f -perm -u+x | head -n 1)
  if [[ -z $bench ]]; then
    row 'PCIe link alone' '-' '' skipped 'the program pcie_link_bench is not built here'
    return
  fi
  for form in train tlp; do
    count=$(instructions "$bench" "$form" 1000)
    forms+=($((($(instructions "$bench" "$form" 3000) - count) / 2000)))
  done
  form_rows 'PCIe link alone' "${forms[@]}" 4 write
}

memory() {
  [[ -x /usr/bin/time ]] || fail 'the memory step needs /usr/bin/time (package time)'
  arguments rack64 2
  /usr/bin/time -f %M -o "$work/peak" "$program" "${args[@]}" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail 'the rack of 64 servers failed'
  }
  local megabytes=$((($(tail -n 1 "$work/peak") * 1024 + 999999) / 1000000))
  verdict "$megabytes" at-most 199
  row '64 servers, 64 flows' "$megabytes" '< 200' "$mark" 'MB at its peak'
}

policies() { find "$built" -name headroom_bench -type f -perm -u+x -exec {} --benchmark_min_time=0.2 \; ; }

# --- CPU time against another build: the median of five, net of start-up, in thousands of packets a second

cpu_ms() {
  local TIMEFORMAT=%U seconds
  seconds=$({ time "$@" >/dev/null 2>&1; } 2>&1) || fail "failed: $*"
  awk -v s="$seconds" 'BEGIN { printf "%d", s * 1000 }'
}
median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }
compare() {
  local config=$1 first packets i mine=() theirs=() a b
  arguments "$config" 1
  "$program" "${args[@]}" >/dev/null
  first=("${args[@]}") packets=$(work_done packets)
  arguments "$config" 200
  for i in 1 2 3 4 5; do
    mine+=($(($(cpu_ms "$program" "${args[@]}") - $(cpu_ms "$program" "${first[@]}"))))
    theirs+=($(($(cpu_ms "$against" "${args[@]}") - $(cpu_ms "$against" "${first[@]}"))))
  done
  a=$(median "${mine[@]}") b=$(median "${theirs[@]}")
  ((a > 0 && b > 0)) || fail "$config: too short a run to be timed"
  printf '%-12s %8d kpkt/s  against %8d kpkt/s  ratio %s\n' "$config" $((199 * packets / a)) $((199 * packets / b)) \
    "$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", b / a }')"
}

if [[ -n $against ]]; then
  for step in "${steps[@]}"; do
    [[ ! $step =~ ^(one_flow|incast|slow_host)$ ]] || compare "$step"
  done
  exit 0
fi

command -v valgrind >/dev/null || fail 'valgrind is not installed'
[[ ${steps[*]} == policies ]] || row case value limit '' what
for step in "${steps[@]}"; do "$step"; done
exit "$missed"
