# headroom_ref_pkg.sv imports every function of headroom_ref.h with matching types, and has its constants.
. "$(dirname "$0")/common.sh"

python3 "$(dirname "$0")/imports.py" "$root/ref/headroom_ref.h" "$root/ref/headroom_ref_pkg.sv"
# The comparison finds what it is there for: each line changes one thing.
while IFS='|' read -r from to; do
  sed "s/$from/$to/" "$root/ref/headroom_ref_pkg.sv" >"$box/changed.sv"
  ! cmp -s "$root/ref/headroom_ref_pkg.sv" "$box/changed.sv" || { echo "$from: changes nothing"; exit 1; }
  ! python3 "$(dirname "$0")/imports.py" "$root/ref/headroom_ref.h" "$box/changed.sv" >"$box/found" ||
    { echo "$from -> $to: not found"; exit 1; }
done <<'CHANGES'
function int headroom_last_code|function longint headroom_last_code
input longint filled|input int filled
input longint sizes\[8\]|input longint sizes[7]
import "DPI-C" function int headroom_last_code();|
inout int class_enable|input int class_enable
HEADROOM_SEND_XOFF = 1|HEADROOM_SEND_XOFF = 2
inout byte unsigned|inout byte
longint unsigned seed|longint seed
CHANGES
