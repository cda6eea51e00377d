#!/bin/bash
# Labels a corpus in 16 shards with Slurm: sbatch slurm.sh papers.jsonl.gz predictions [FLAG OF INFER…]
# The place of a task in the array is read from its environment. A failure (1) and a crash (2) put the task into the queue
# again, three times at most; wrong flags (64) and bad input (65) end it. Whatever is left then, the same command makes, and
# nothing else. slurm_test.sh shows it with tasks that are killed. A task that has a part of 10,000 documents, or more, spends
# less than 1 % on its start.
#SBATCH --job-name=keyphrases
#SBATCH --array=0-15
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
#SBATCH --open-mode=append

infer --documents "$1" --out "$2" --threads "$SLURM_CPUS_PER_TASK" --log-format json "${@:3}"
code=$?
case $code in
0 | 64 | 65) exit $code ;;
esac
if [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
	# The task is called by array and index: the job's own number is another one.
	scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit $code
