#!/usr/bin/env bash
# usage: test.sh AIRFLOW BIN: runs the DAGs by the program AIRFLOW (pip install 'apache-airflow==3.3.*') with the programs of BIN.
# label: 8 mapped tasks, of which 30 % are killed at a random moment of every attempt, the first of them always on its first
# one, and a task that fails once with exit code 1, make the bytes of make label; bad input (65) and a bad setting (64) fail
# without a retry. keyphrases: preprocess, train, label and score a made-up corpus, and the report is linked.
set -euo pipefail
cd "$(dirname "$0")/../.."
airflow=$1 bin=$(cd "$2" && pwd) dags=$PWD/stages/airflow
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export AIRFLOW_HOME=$work/home AIRFLOW__CORE__DAGS_FOLDER=$dags AIRFLOW__CORE__LOAD_EXAMPLES=False
export KEYPHRASES_BIN=$work/bin KEYPHRASES_RETRY_SECONDS=1 WORK=$work INFER=$bin/infer
fail() { cat "$work/log"; echo "airflow: $*"; exit 1; }
dag() { "$airflow" dags test "$1" --conf "$2" >"$work/log" 2>&1; }

mkdir "$work/bin" "$AIRFLOW_HOME"
# The infer of the tasks: an attempt is a line of attempts-SHARD.
cat >"$work/bin/infer" <<'END'
#!/bin/bash
shard=$(grep -oP -- '(?<=--shard )\d+(?=/8)' <<<"$*") || exec "$INFER" "$@"
echo >>"$WORK/attempts-$shard"
attempt=$(wc -l <"$WORK/attempts-$shard")
RANDOM=$((47000 + shard * 10 + attempt))
drawn=$RANDOM drawn=$((RANDOM % 100)) moment=$((RANDOM % 600))
[ "$shard-$attempt" != 4-1 ] || exit 1
"$INFER" "$@" &
child=$!
if [ "$shard-$attempt" = 0-1 ]; then moment=0 drawn=0; fi
[ $drawn -ge 30 ] || { sleep .$(printf %03d $moment); kill -9 $child; } 2>/dev/null &
killer=$!
wait $child
ended=$?
kill $killer 2>/dev/null
[ $ended -ne 137 ] || echo "$shard" >>"$WORK/killed" # a kill may come after the end
exit $ended
END
chmod +x "$work/bin/infer"
for stage in preprocess train score; do ln -s "$bin/$stage" "$work/bin/$stage"; done
for i in {1..16}; do sed "s/\"id\": *\"/&$i-/" infer/pretrained/abstracts.jsonl; done >"$work/corpus.jsonl"

"$airflow" db migrate >"$work/log" 2>&1 || fail "no database"
conf() { printf '{"documents":"%s","out":"%s","shards":8,"infer_part_documents":3,"infer_export":["jsonl"]%s}' "$work/$1" "$work/$2" "${3:-}"; }
dag label "$(conf corpus.jsonl out)" || fail "label did not end well"
attempts=$(cat "$work"/attempts-* | wc -l) killed=$(wc -l <"$work/killed")
[ "$(wc -l <"$work/attempts-4")" -ge 2 ] || fail "exit code 1 is not tried again"
grep -qx 0 "$work/killed" && [ "$attempts" -eq $((8 + killed + 1)) ] || fail "$attempts attempts of 8 tasks, $killed killed"
make -s label IN="$work/corpus.jsonl" OUT="$work/run" INFER_FLAGS='--part-documents 3 --export jsonl' >"$work/log" 2>&1 || fail "make label"
diff -r --exclude='*manifest.json' --exclude='.*' "$work/run/label/predictions" "$work/out" >"$work/log" || fail "other bytes than those of make label"

once() { ! dag label "$2" && grep -q "infer: exit code $1" "$work/log" && ! grep -q up_for_retry "$work/log" || fail "exit code $1 did not end the task at once"; }
once 65 "$(conf none.jsonl never)"
once 64 "$(conf corpus.jsonl never ',"infer_min_score":2')"

"$bin/preprocess" --config none --quiet --preset tiny --sample 240 --out "$work/made"
conf=$(printf '{"train":"%s/train-*.parquet","valid":"%s/valid-*.parquet","test":"%s/test.sample-*.parquet","out":"%s/all"' "$work/made" "$work/made" "$work/made" "$work")
dag keyphrases "$conf,\"preset\":\"tiny,wr\",\"served\":\"https://reports.example/runs/7/\",\"train_epochs\":1,\"shards\":2}" || fail "keyphrases did not end well"
"$(head -n 1 "$airflow" | cut -c 3-)" - >"$work/log" 2>&1 <<'END' || fail "the task has no button"
import os, sys
sys.path.insert(0, os.environ["AIRFLOW__CORE__DAGS_FOLDER"])
import keyphrases
print(keyphrases.report(os.environ["WORK"] + "/all", None))
from airflow.models import TaskInstance
from airflow.models.serialized_dag import SerializedDagModel
from airflow.utils.session import create_session
with create_session() as session:
    task = session.query(TaskInstance).filter_by(dag_id="keyphrases", task_id="score").one()
    print(SerializedDagModel.get_dag("keyphrases").get_task("score").get_extra_links(task, "report"))
END
grep -qx "file://$work/all/scores/report.html" "$work/log" && grep -qx "https://reports.example/runs/7/scores/report.html" "$work/log" && [ -f "$work/all/scores/report.html" ] || fail "the report is not linked"
echo "airflow: 8 tasks, $attempts attempts, $killed killed, are the bytes of make label; 64 and 65 fail once, 1 is tried again; keyphrases makes a report and links it"
