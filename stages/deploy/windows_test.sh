#!/usr/bin/env bash
# usage: windows_test.sh BIN: the programs, built for Windows and run by wine, make the bytes of those of BIN: documents, model,
# predictions and exports. A second run finds its output finished, --force replaces it, a killed labelling is resumed, and
# bad input and wrong flags have their exit codes. Needs wine 10: version 8 lacks a library of Windows that Go asks for.
set -euo pipefail
export WINEDEBUG=-all
wine=${WINE:-wine}
root=$(cd "$(dirname "$0")/../.." && pwd) bin=$(cd "$1" && pwd) work=$(mktemp -d)
export WINEPREFIX=${WINEPREFIX:-$work/wine}
end() {
	[ ! -d "$work/wine" ] || wineserver -k 2>/dev/null || true # that of this prefix, which outlives its programs
	rm -rf "$work"
}
trap end EXIT
version=$("$wine" --version 2>/dev/null | sed -n 's/^wine-\([0-9]*\).*/\1/p') || true
[ "${version:-0}" -ge 10 ] || { echo "windows_test.sh: left out, there is no wine 10 here (Debian 13: apt-get install wine64)"; exit 0; }
cd "$root"
GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/exe/" ./preprocess ./train ./infer
for i in $(seq 100); do sed "s/\"id\":\"/&$i-/" infer/pretrained/abstracts.jsonl; done >"$work/corpus.jsonl"
cd "$work"
mkdir linux windows
fail() {
	echo "windows_test.sh: $*"
	head -n 20 said
	exit 1
}
windows() { (cd windows && exec "$wine" "../exe/$1.exe" --config none "${@:2}" >../said 2>&1); }
both() { # PROGRAM FLAG...
	(cd linux && "$bin/$1" --config none "${@:2}" >../said 2>&1) || fail "$* fails without Windows"
	windows "$@" || fail "$* ended with exit code $?"
}
same() { diff -r --exclude='*manifest.json' --exclude='.*' --exclude='log*' --exclude='*.html' linux windows >said || fail "$1: other bytes or files"; }

both preprocess --preset tiny --sample 200 --out data
both train --preset tiny,wr --epochs 1 --data data --out model
label=(infer --model model --documents ../corpus.jsonl --part-documents 20)
both "${label[@]}" --export csv,jsonl --out labels
same 'a pipeline'
windows "${label[@]}" --export csv,jsonl --out labels
grep -q 'nothing to do' said || fail 'a second run labels again'
both "${label[@]}" --export csv-wide --max-phrases 1 --force --out labels
same 'an output that was replaced'

windows "${label[@]}" --out killed &
child=$!
until [ -n "$(find windows/killed -name 'predictions-*.parquet' 2>/dev/null)" ] || ! kill -0 $child; do sleep 0.1; done
kill -9 $child || true
wait $child 2>/dev/null || true
[ ! -e windows/killed/manifest.json ] || fail 'the labelling was done before it was killed'
both "${label[@]}" --out killed
same 'a labelling that was killed'

for code in 64 65; do
	flags=(--documents never.jsonl)
	[ $code -eq 65 ] || flags+=(--unknown)
	ended=0
	windows infer "${flags[@]}" --out never || ended=$?
	[ $ended -eq $code ] || fail "exit code $ended, want $code"
done
echo "windows: a pipeline, a second run, other settings, a killed labelling: the bytes of this machine"
