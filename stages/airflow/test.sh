#!/usr/bin/env bash
# usage: test.sh AIRFLOW BIN: runs the DAG label by the program AIRFLOW (pip install 'apache-airflow==3.3.*') with the
# programs of BIN on abstracts in 4 parts by 4 shards, one of which is killed on its first attempt, and compares with one run of infer;
# then on a corpus that is not there, which is not tried again.
set -euo pipefail
cd "$(dirname "$0")/../.."
airflow=$1 bin=$(cd "$2" && pwd) dags=$PWD/stages/airflow
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export AIRFLOW_HOME=$work/home AIRFLOW__CORE__DAGS_FOLDER=$dags AIRFLOW__CORE__LOAD_EXAMPLES=False
export KEYPHRASES_BIN=$work/bin KEYPHRASES_RETRY_SECONDS=1

mkdir "$work/bin" "$AIRFLOW_HOME"
cat >"$work/bin/infer" <<END
#!/bin/sh
case "\$*" in *"--shard 1/4"*) mkdir "$work/killed" 2>/dev/null && kill -9 \$\$ ;; esac
exec "$bin/infer" "\$@"
END
chmod +x "$work/bin/infer"
for stage in preprocess train score; do ln -s "$bin/$stage" "$work/bin/$stage"; done
for i in 1 2 3; do sed "s/\"id\": *\"/&$i-/" infer/pretrained/abstracts.jsonl; done >"$work/corpus.jsonl"

"$airflow" db migrate >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
conf() { printf '{"documents":"%s","out":"%s","shards":4,"infer_part_documents":3,"infer_export":["jsonl"]}' "$work/$1" "$work/$2"; }
"$airflow" dags test label --conf "$(conf corpus.jsonl out)" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q up_for_retry "$work/log" && test -d "$work/killed" || { cat "$work/log"; echo 'no shard was killed and tried again'; exit 1; }
"$bin/infer" --config none --quiet --documents "$work/corpus.jsonl" --export jsonl --out "$work/whole"
cat "$work"/out/predictions-*-of-00004.jsonl | cmp - "$work/whole/predictions.jsonl"

if "$airflow" dags test label --conf "$(conf none.jsonl never)" >"$work/log" 2>&1; then cat "$work/log"; echo 'bad input went well'; exit 1; fi
grep -q 'infer: exit code 65' "$work/log" && ! grep -q up_for_retry "$work/log" || { cat "$work/log"; echo 'bad input was tried again'; exit 1; }
echo 'airflow: 4 shards, one of them killed, are the bytes of one run; bad input fails once'
