# The Python script, by ctypes.
. "$(dirname "$0")/common.sh"

prints "$examples/congestion.txt" python3 "$examples/congestion.py" "$library"
