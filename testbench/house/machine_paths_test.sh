# No file names a path of the machine it was written on.
. "$(dirname "$0")/house.sh"

here=$(dirname "$root") home=${HOME:-}
patterns=(-e '/ho''me/' -e '/Us''ers/' -e '/ro''ot/' -e '/t''mp/')
[[ $here == / ]] || patterns+=(-e "$here/")
[[ -z $home || $home == / ]] || patterns+=(-e "${home%/}/")
tree | xargs grep -HnIF "${patterns[@]}" >"$findings" || true
verdict "paths of one machine"
