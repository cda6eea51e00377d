package array

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

func TestArrayShard(t *testing.T) {
	const slurm = "SLURM_ARRAY_TASK_"
	for _, c := range []struct {
		name, shard, shards string
		env                 string // NAME=value, parted by blanks
		want                Shard
		from                string // part of what says it, or of the refusal
		refused             bool
	}{
		{name: "nothing is set"},
		{name: "flag", shard: "2/5", want: Shard{Index: 2, Of: 5}, from: "--shard 2/5"},
		{name: "flag against the environment", shard: "2/3", env: "CLOUD_RUN_TASK_INDEX=1 CLOUD_RUN_TASK_COUNT=3", want: Shard{Index: 2, Of: 3}, from: "--shard 2/3"},
		{name: "all in any array", shard: "0/1", env: "CLOUD_RUN_TASK_INDEX=1 CLOUD_RUN_TASK_COUNT=3", want: Shard{Index: 0, Of: 1}, from: "--shard 0/1"},
		{name: "flag for Slurm with gaps", shard: "1/3", env: slurm + "ID=3 " + slurm + "MIN=1 " + slurm + "MAX=7 " + slurm + "STEP=1 " + slurm + "COUNT=3", want: Shard{Index: 1, Of: 3}, from: "--shard 1/3"},
		{name: "flag and number agree", shard: "2/5", shards: "5", want: Shard{Index: 2, Of: 5}, from: "--shard 2/5"},
		{name: "flag against number", shard: "2/5", shards: "6", from: "--shard 2/5 and --shards 6", refused: true},
		{name: "number alone", shards: "5", from: "--shards 5, but neither", refused: true},
		{name: "one of one", shards: "1"},
		{name: "bad number", shards: "0", from: "--shards 0", refused: true},
		{name: "number too large", shards: "100000", from: "--shards 100000", refused: true},

		{name: "Kubernetes", shards: "4", env: "JOB_COMPLETION_INDEX=3", want: Shard{Index: 3, Of: 4}, from: "JOB_COMPLETION_INDEX=3 --shards 4"},
		{name: "Kubernetes without number", env: "JOB_COMPLETION_INDEX=3", from: "JOB_COMPLETION_INDEX=3, but the number of shards is unknown; give --shards N", refused: true},
		{name: "Kubernetes past the end", shards: "3", env: "JOB_COMPLETION_INDEX=3", from: "JOB_COMPLETION_INDEX=3 --shards 3: the tasks must be 0 to 2", refused: true},
		{name: "no number", shards: "3", env: "JOB_COMPLETION_INDEX=two", from: "JOB_COMPLETION_INDEX=two: want a whole number", refused: true},

		{name: "Slurm", env: slurm + "ID=2 " + slurm + "MIN=0 " + slurm + "MAX=9 " + slurm + "STEP=1 " + slurm + "COUNT=10", want: Shard{Index: 2, Of: 10}, from: slurm + "ID=2 " + slurm + "COUNT=10"},
		{name: "Slurm from 1", env: slurm + "ID=1 " + slurm + "MIN=1 " + slurm + "MAX=10 " + slurm + "STEP=1 " + slurm + "COUNT=10", want: Shard{Index: 0, Of: 10}, from: slurm + "MIN=1"},
		{name: "Slurm in steps", env: slurm + "ID=15 " + slurm + "MIN=3 " + slurm + "MAX=19 " + slurm + "STEP=4 " + slurm + "COUNT=5", want: Shard{Index: 3, Of: 5}, from: slurm + "STEP=4"},
		{name: "Slurm without the last", env: slurm + "ID=15 " + slurm + "MIN=3 " + slurm + "STEP=4 " + slurm + "COUNT=5", want: Shard{Index: 3, Of: 5}, from: slurm + "STEP=4"},
		{name: "Slurm between steps", env: slurm + "ID=14 " + slurm + "MIN=3 " + slurm + "STEP=4 " + slurm + "COUNT=5", from: "not 5 in equal steps", refused: true},
		{name: "Slurm with gaps", env: slurm + "ID=1 " + slurm + "MIN=1 " + slurm + "MAX=7 " + slurm + "STEP=1 " + slurm + "COUNT=3", from: slurm + "MAX=7: the tasks of the array are not 3", refused: true},
		{name: "Slurm without its last tasks", env: slurm + "ID=1 " + slurm + "MIN=0 " + slurm + "MAX=2 " + slurm + "STEP=1 " + slurm + "COUNT=5",
			from: slurm + "MAX=2: the tasks of the array are not 5", refused: true},
		{name: "Slurm against a smaller number", shards: "2", env: slurm + "ID=0 " + slurm + "COUNT=3", from: "--shards 2 and " + slurm + "COUNT=3", refused: true},
		{name: "flag behind the last", shard: "3/3", from: "I counted from 0", refused: true},
		{name: "Slurm past the end", env: slurm + "ID=4 " + slurm + "MIN=1 " + slurm + "STEP=1 " + slurm + "COUNT=3", from: "the tasks must be 0 to 2", refused: true},
		{name: "Slurm before the beginning", env: slurm + "ID=0 " + slurm + "MIN=1 " + slurm + "STEP=1 " + slurm + "COUNT=3", from: "the tasks must be 0 to 2", refused: true},
		{name: "Slurm against number", shards: "4", env: slurm + "ID=0 " + slurm + "COUNT=3", from: "--shards 4 and " + slurm + "COUNT=3", refused: true},
		{name: "Slurm without count", env: slurm + "ID=0", from: slurm + "ID=0, but " + slurm + "COUNT is not set", refused: true},
		{name: "bad step", env: slurm + "ID=0 " + slurm + "STEP=x " + slurm + "COUNT=3", from: slurm + "STEP=x", refused: true},

		{name: "AWS Batch", env: "AWS_BATCH_JOB_ARRAY_INDEX=4 AWS_BATCH_JOB_ARRAY_SIZE=7", want: Shard{Index: 4, Of: 7}, from: "AWS_BATCH_JOB_ARRAY_INDEX=4 AWS_BATCH_JOB_ARRAY_SIZE=7"},
		{name: "AWS Batch without size", shards: "7", env: "AWS_BATCH_JOB_ARRAY_INDEX=4", want: Shard{Index: 4, Of: 7}, from: "--shards 7"},
		{name: "Cloud Run", env: "CLOUD_RUN_TASK_INDEX=0 CLOUD_RUN_TASK_COUNT=3", want: Shard{Index: 0, Of: 3}, from: "CLOUD_RUN_TASK_INDEX=0"},
		{name: "Cloud Run without index", env: "CLOUD_RUN_TASK_COUNT=3", from: "CLOUD_RUN_TASK_COUNT=3, but CLOUD_RUN_TASK_INDEX is not set", refused: true},
		{name: "Batch", env: "BATCH_TASK_INDEX=6 BATCH_TASK_COUNT=7", want: Shard{Index: 6, Of: 7}, from: "BATCH_TASK_INDEX=6 BATCH_TASK_COUNT=7"},
		{name: "bad count", env: "BATCH_TASK_INDEX=6 BATCH_TASK_COUNT=-7", from: "BATCH_TASK_COUNT=-7", refused: true},
		{name: "too many", env: "BATCH_TASK_INDEX=6 BATCH_TASK_COUNT=100000", from: "the tasks must be 0 to 99998", refused: true},
		{name: "none of none", env: "BATCH_TASK_INDEX=0 BATCH_TASK_COUNT=0", from: "BATCH_TASK_COUNT=0: want at least 1", refused: true},

		{name: "two agree", env: "BATCH_TASK_INDEX=1 BATCH_TASK_COUNT=2 AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=2", want: Shard{Index: 1, Of: 2}, from: "AWS_BATCH_JOB_ARRAY_INDEX=1"},
		{name: "two differ", env: "BATCH_TASK_INDEX=0 BATCH_TASK_COUNT=2 AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=2",
			from: "AWS_BATCH_JOB_ARRAY_SIZE=2 is shard 1/2 and BATCH_TASK_INDEX=0 BATCH_TASK_COUNT=2 is shard 0/2", refused: true},
	} {
		vars := map[string]string{}
		for _, v := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(v, "=")
			vars[name] = value
		}
		s, from, err := Find(&cli.Call{Shard: c.shard, Shards: c.shards}, func(name string) string { return vars[name] })
		var usage *fault.UsageError
		switch {
		case c.refused && (!errors.As(err, &usage) || !strings.Contains(err.Error(), c.from)):
			t.Errorf("%s: %v, want a refusal with %s", c.name, err, c.from)
		case !c.refused && (err != nil || s != c.want || !strings.Contains(from, c.from) || (from == "") != (c.from == "")):
			t.Errorf("%s: shard %v from %q: %v, want %v from %q", c.name, s, from, err, c.want, c.from)
		}
	}
}

// TestHas: each part belongs to exactly one shard.
func TestHas(t *testing.T) {
	for of := 1; of < 7; of++ {
		for part := range 20 {
			had := 0
			for i := range of {
				if (Shard{i, of}).Has(part) {
					had++
				}
			}
			if had != 1 {
				t.Fatalf("%d of %d shards have part %d", had, of, part)
			}
		}
	}
}
