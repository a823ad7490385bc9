# A dump of every block's ports is checked without conversion: all decisions agree, and with another configuration none
# of the blocks passes that has one.
. "$(dirname "$0")/common.sh"

verilator --binary --trace --timescale 1ns/1ps -Wno-fatal -CFLAGS -O0 --Mdir "$box" -o dump --top-module blocks_dump \
  "$root"/rtl_ref/*/*.sv "$(dirname "$0")/blocks_dump.sv" >"$box/build.log" 2>&1 || { cat "$box/build.log"; exit 1; }
(cd "$box" && ./dump >/dev/null)

nic=components.Nic
checked() {
  local block=$1 tolerance=$2
  shift 2
  "$HEADROOM" check --block "$block" --config "$(dirname "$0")/blocks_dump.json" --tolerance-cycles "$tolerance" "$@" \
    "$box/blocks.vcd" 2>"$box/warnings"
}
while read -r block tolerance other; do
  checked "$block" "$tolerance" | tee "$box/said"
  grep -qE "^$block: ([0-9]{2,}) of \1 decisions agree, worst lag $tolerance cycles?$" "$box/said"
  [[ -z $other ]] && continue
  code=0
  checked "$block" "$tolerance" --set "$nic.$other" >"$box/said" || code=$?
  [[ $code == 1 ]] && grep -q '^first departure: ' "$box/said" || { echo "$block passes with $other"; exit 1; }
done <<'BLOCKS'
buffer_pools 1 NetworkInterface.IngressBufferManager.TotalBufferSize=90000B
credit_counter 0 HostInterface.NICSide.PCIeGen3.0.NicDeviceLayer.NicPCIeInterface.TransactionLayer.RXHeaderBufferSize=180B
pause_timers 2 NetworkInterface.UplinkNetworkInterface.DataRate=390Gbps
pfc_frame_rx 1
pfc_frame_tx 1
pfc_gate 1 NetworkInterface.IngressBufferManager.TotalBufferSize=90000B
tx_scheduler 1 NetworkInterface.EgressBufferManager.WRRQueueWeights=[3,1,1,0,0,0,0,0]
BLOCKS
