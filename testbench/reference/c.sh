# The C program, by a C compiler.
. "$(dirname "$0")/common.sh"

"${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$root/ref" "$examples/slow_host.c" "${link[@]}" -o "$box/slow_host"
prints "$examples/slow_host.txt" "$box/slow_host"
