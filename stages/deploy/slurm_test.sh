#!/usr/bin/env bash
# usage: slurm_test.sh BIN [SEED]: a Slurm of one node on this machine labels a made-up corpus by slurm.sh with the programs of
# BIN: 8 tasks, of which 30 % are killed at a random moment of every attempt, and a node that is lost once, until all is done.
# No part may be lost or made twice, and the bytes are those of one run. Bad input and wrong flags end a task at once. With
# another SEED a task may be killed more often than slurm.sh tries again, which fails here.
# Needs Slurm (Debian: slurm-wlm and munge) and no rights: daemons, ports, keys and files are its own, and end with it.
set -euo pipefail
for needed in sbatch scontrol slurmctld slurmd munged; do
	PATH=$PATH:/usr/sbin command -v $needed >/dev/null || { echo "slurm_test.sh: left out, there is no $needed here (Debian: apt-get install slurm-wlm munge)"; exit 0; }
done
PATH=$PATH:/usr/sbin
bin=$(cd "$1" && pwd) seed=${2:-47} script=$(cd "$(dirname "$0")" && pwd)/slurm.sh
work=$(mktemp -d)
end() {
	if [ -f "$work/slurmctld.pid" ]; then # what still runs would outlive the daemons
		export SLURM_CONF=$work/slurm.conf
		scancel --quiet --user="$(id -un)" || true
		for _ in $(seq 20); do [ -n "$(squeue --noheader)" ] || break; sleep 1; done
	fi 2>/dev/null
	for daemon in slurmd slurmctld munged; do
		if [ -f "$work/$daemon.pid" ]; then kill "$(cat "$work/$daemon.pid")" || true; fi
	done 2>/dev/null
	sleep 1 # the daemons still write
	rm -rf "$work"
}
trap end EXIT
fail() {
	scontrol --oneliner show job | cut -d ' ' -f 1-3,8-20
	tail -n 20 "$work"/slurm-*.out
	echo "slurm_test.sh: $*"
	exit 1
}
cd "$work"

"$bin/preprocess" --config none --quiet --preset tiny --sample 200 --out data
"$bin/train" --config none --quiet --preset tiny,wr --epochs 1 --data data --out model 2>/dev/null # it says how few they are
"$bin/preprocess" --config none --quiet --preset tiny --sample 8000 --out corpus
settings=(--config none --model model --part-documents 100 --export jsonl)
SECONDS=0
"$bin/infer" "${settings[@]}" --quiet --threads 1 --documents "corpus/train-*.parquet" --out one
export WHOLE=$SECONDS SEED=$seed INFER=$bin/infer

# The infer of the tasks: one attempt in three or so is killed, at a moment of what would be its first half.
mkdir bin
cat >bin/infer <<'END'
#!/bin/bash
RANDOM=$((SEED * 1000 + SLURM_ARRAY_TASK_ID * 10 + ${SLURM_RESTART_COUNT:-0} + 1))
drawn=$RANDOM drawn=$((RANDOM % 100)) moment=$((RANDOM % (WHOLE * 250 + 250)))
echo >>attempts
"$INFER" "$@" &
child=$!
[ $drawn -ge 30 ] || { sleep $((moment / 1000)).$(printf %03d $((moment % 1000))); [ ! -e calm ] && kill -9 $child && echo >>killed; } 2>/dev/null &
killer=$!
wait $child
ended=$?
kill $killer 2>/dev/null
exit $ended
END
chmod +x bin/infer

umask 077
head -c 1024 /dev/urandom >munge.key
umask 022
chmod 755 .
munged --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" --log-file="$work/munged.log" --seed-file="$work/munge.seed"
mkdir state spool
port=$((20000 + $$ % 10000 * 2))
cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
# What is put into the queue again starts when the credentials of its last attempt are void.
AuthInfo=socket=$work/munge.socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobRequeue=0
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 RealMemory=65536
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
slurmctld 2>/dev/null
slurmd 2>/dev/null
for _ in $(seq 30); do sinfo --noheader --states idle 2>/dev/null | grep -q idle && break; sleep 1; done
sbatch --test-only "$script" corpus.jsonl.gz predictions

export PATH=$work/bin:$PATH
submit() { sbatch --quiet --wait --cpus-per-task=1 --mem=1G "$@"; }
submit --array=0-7 "$script" "corpus/train-*.parquet" out "${settings[@]}" &
waiting=$!
until ! kill -0 $waiting 2>/dev/null || [ "$(cat slurm-*.out 2>/dev/null | grep -c '"part done"')" -ge 30 ]; do sleep 1; done
# Slurm was seen to lose a task that was being put into the queue at the moment when its node went.
touch calm
sleep 2
scontrol update "nodename=$(hostname -s)" state=down reason=test
scontrol update "nodename=$(hostname -s)" state=resume 2>/dev/null || true # it may have come back by itself
rm calm
wait $waiting || fail "a task ended with exit code $?"

attempts=$(wc -l <attempts) killed=$(wc -l <killed)
[ "$killed" -gt 0 ] || fail "of $attempts attempts none was killed; another SEED?"
"$bin/infer" status out
"$bin/infer" status out | grep -q '^done *80, 8000 documents' || fail "not all is done"
diff -r --exclude='*manifest.json' --exclude='.*' one out || fail "other bytes than those of one run"
[ -z "$(find out -name '.*.tmp-*')" ] || fail "something is left: $(find out -name '.*.tmp-*')"
made=$(cat slurm-*.out | grep -c '"part done"')
[ "$made" -le 84 ] || fail "80 parts were made $made times"

for code in 64 65; do
	corpus=never.jsonl flag=
	[ $code -eq 65 ] || flag=--unknown
	: >attempts
	ended=0
	submit --array=0-1 --output=bad-$code "$script" $corpus never $flag || ended=$?
	[ $ended -eq $code ] && [ "$(wc -l <attempts)" -eq 2 ] || fail "exit code $ended and $(wc -l <attempts) attempts of 2 tasks, want $code and 2: $(cat bad-$code)"
done
echo "slurm: 8 tasks, $attempts attempts, $killed killed, the node lost once: 80 parts, made $made times, are the bytes of one run; 64 and 65 end a task at once"
