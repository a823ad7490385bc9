# The SystemVerilog bench, by verilator --binary.
. "$(dirname "$0")/common.sh"

verilator --binary --timescale 1ns/1ps -Wall -CFLAGS -O1 -LDFLAGS "${link[*]}" --Mdir "$box" -o bench \
  --top-module tx_scheduler_bench "$root/ref/headroom_ref_pkg.sv" "$root/rtl_ref/tx_scheduler/tx_scheduler.sv" \
  "$examples/tx_scheduler_bench.sv" >"$box/build.log" || { cat "$box/build.log"; exit 1; }
"$box/bench" | grep -v '\$finish' >"$box/grants" || { cat "$box/grants"; exit 1; }
diff "$examples/tx_scheduler_bench.txt" "$box/grants"
