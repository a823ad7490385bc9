#!/usr/bin/env bash
# Installs what is missing of the given groups of scripts/packages.txt: setup.sh GROUP...
# Says what it installs before it does; says and does nothing when all is there. Exit 3: could not.
set -euo pipefail

list=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/packages.txt

fail() {
  printf 'headroom set-up: %s\n' "$*" >&2
  exit 3
}

wanted=()
while read -r group package _; do
  [[ " $* " == *" $group "* ]] && wanted+=("$package")
done < <(grep -v '^#' "$list")
[[ ${#wanted[@]} -gt 0 ]] || fail "no package group among: $*"

if ! command -v dpkg-query >/dev/null; then
  printf 'headroom set-up: not a Debian system; needed are the equivalents of: %s\n' "${wanted[*]}" >&2
  exit 0
fi

declare -A present=()
while IFS=$'\t' read -r package status; do
  [[ $status == ii* || $status == hi* ]] && present[$package]=1
done < <(dpkg-query -W -f '${Package}\t${db:Status-Abbrev}\n' "${wanted[@]}" 2>/dev/null || true)

missing=()
for package in "${wanted[@]}"; do
  [[ -n ${present[$package]:-} ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

printf 'headroom set-up: installing Debian packages:\n' >&2
for package in "${missing[@]}"; do
  awk -v p="$package" '$2 == p { $1 = $2 = ""; sub(/^ +/, ""); printf "  %-20s %s\n", p, $0 }' "$list" >&2
done

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  command -v sudo >/dev/null || fail "neither root nor sudo; as root, run: apt-get install ${missing[*]}"
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null >&2; }
install() { apt install -y --no-install-recommends "${missing[@]}"; }

# A machine without package lists, or with old ones, needs one update.
if ! apt-get -qq --simulate --no-install-recommends install "${missing[@]}" >/dev/null 2>&1; then
  apt update || fail "apt-get update failed"
  install || fail "apt-get could not install: ${missing[*]}"
elif ! install; then
  apt update && install || fail "apt-get could not install: ${missing[*]}"
fi
