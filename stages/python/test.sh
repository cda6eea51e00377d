#!/usr/bin/env bash
# usage: test.sh WHEEL BIN: installs the wheel into a clean environment and runs its tests, pyright, the examples of DuckDB and polars, and
# those of Spark, Ray and Beam where EXAMPLES='pyspark[sql] ray[data] apache-beam' names them. Each takes some hundred MB, and
# Spark Java.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(realpath "$1") bin=$(cd "$2" && pwd) abstracts=$PWD/infer/pretrained/abstracts.jsonl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install --quiet --no-cache-dir "$wheel"
"$python" -W error -c 'import wrone2set; print(wrone2set.__version__, wrone2set.label(["Graph cuts for image segmentation."])[0][0]["phrase"])'
"$python" -m pip install --quiet --no-cache-dir pandas polars duckdb
"$python" stages/python/test_wrone2set.py "$bin/infer" "$abstracts"
"$python" -m pip install --quiet --no-cache-dir pyright
"$work/venv/bin/pyright" --pythonpath "$python" stages/python/typed.py
"$bin/infer" --config none --quiet --documents "$abstracts" --export jsonl --out - >"$work/want"
for example in duckdb:duck polars:pola 'pyspark[sql]:spark' 'ray[data]:rays' apache-beam:beams; do
	package=${example%:*} script=stages/python/examples/${example#*:}.py
	case " duckdb polars ${EXAMPLES:-} " in *" $package "*) ;; *) continue ;; esac
	"$python" -m pip install --quiet --no-cache-dir "$package"
	"$python" "$script" "$abstracts" "$work/out" >"$work/log" 2>&1 || { tail -20 "$work/log"; echo "$script failed"; exit 1; }
	"$python" - "$work/want" "$work/out" <<-'END' || { echo "$script: other phrases than infer"; exit 1; }
		import json, sys
		want, got = ({r["id"]: r["keyphrases"] for r in map(json.loads, open(p))} for p in sys.argv[1:])
		sys.exit(not want or want != got)
	END
	echo "$script: the phrases of infer"
	rm -f "$work/out"
done
