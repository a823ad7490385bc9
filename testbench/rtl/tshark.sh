#!/usr/bin/env bash
# tshark reads the frames that pfc_frame_tx has built as the pauses they are: tshark.sh FILE.pcap
set -euo pipefail

command -v tshark >/dev/null || { printf 'skipped: tshark is not installed\n'; exit 77; }
# Both lengths of each of the four frames that the specification prints.
expected='0x8808 0x0101 0x0001 65535 0 1
0x8808 0x0101 0x0001 0 0 1
0x8808 0x0101 0x0002 0 65535 1
0x8808 0x0101 0x0003 65535 65535 1'
got=$(tshark -r "$1" -o eth.fcs:Always -o eth.check_fcs:TRUE -T fields -E separator=' ' -e eth.type -e macc.opcode \
  -e macc.cbfc.enbv -e macc.cbfc.pause_time.c0 -e macc.cbfc.pause_time.c1 -e eth.fcs.status 2>/dev/null)
diff <(awk '{ print; print }' <<<"$expected") - <<<"$got"
printf 'tshark reads eight frames as they are meant\n'
