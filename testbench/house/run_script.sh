# scripts/run.sh: works from any folder, finds a configuration from the caller's, passes the exit code on, starts fast.
. "$(dirname "$0")/house.sh"

box=$(mktemp -d)
trap 'rm -rf "$box" "$findings"' EXIT
cd "$box"
bad() { printf '%s\n' "$*" >>"$findings"; }
run() { "$root/scripts/run.sh" "$@" </dev/null >out 2>err; }

run --until 1us --quiet || bad "no configuration: exit code $?"
[[ -e headroom-out/slow_host/summary.json ]] || bad "no configuration: no records of slow_host in the caller's folder"

cp "$root/examples/default.json" mine.json
best=10000000
for _ in 1 2 3; do  # the best of three: this machine may be busy
  started=${EPOCHREALTIME/./}
  run mine.json --until 1us --quiet || bad "a configuration of the caller's folder: exit code $?"
  took=$((${EPOCHREALTIME/./} - started)) best=$((took < best ? took : best))
done
[[ $best -lt 2000000 ]] || bad "a second call took $best us"
[[ -e headroom-out/mine/summary.json ]] || bad "a configuration of the caller's folder: no records"

code=0; run missing.json || code=$?
[[ $code -eq 2 ]] || bad "a configuration that is not there: exit code $code, not 2"
grep -q 'missing.json' err || bad "a configuration that is not there: not named"

mkdir linked && ln -s "$root/scripts/run.sh" linked/run.sh
linked/run.sh mine.json --until 1us --quiet --out linked/out </dev/null >out 2>err || bad "through a link: exit code $?"
verdict "scripts/run.sh"
