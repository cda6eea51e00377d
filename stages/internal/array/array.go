// Package array determines which shard of the work a process does: that of --shard, or that of its task in an array job.
package array

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Shard is the share of a process in the parts of an output. The zero value and {0, 1} are all parts.
type Shard struct{ Index, Of int }

// Split reports whether there are several shards.
func (s Shard) Split() bool { return s.Of > 1 }

// Has reports whether the shard has part i, counted from 0: shard k of n has the parts k, k + n, ….
func (s Shard) Has(i int) bool { return s.Of <= 1 || i%s.Of == s.Index }

// maxShards is the largest number of shards: more would have no part each.
const maxShards = manifest.MostParts

// array describes the environment variables by which a scheduler tells each task of an array job its number.
type array struct {
	index string // variable with the task's number
	count string // variable with the number of tasks; "" if the scheduler does not set one
	// Variables with the first number, the step and the last number of the tasks; "" if they are 0, 1, …
	first, step, last string
}

// arrays are the known schedulers: Kubernetes (indexed jobs), Slurm, AWS Batch, and Cloud Run and Batch of Google.
var arrays = [...]array{
	{index: "JOB_COMPLETION_INDEX"},
	{index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP", last: "SLURM_ARRAY_TASK_MAX"},
	{index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"},
	{index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"},
}

// Environment returns the value of a variable, "" if it is not set.
type Environment func(name string) string

// Find returns the shard of a call: that of --shard, else that of the task of an array job, else all. from names its
// source, "" for all. --shard holds whatever the environment says: 0/1 means all in any array job, whose tasks may have a corpus
// each. Find refuses arrays with gaps, and schedulers that contradict each other, since documents would be labelled twice or not at
// all.
func Find(call *cli.Call, env Environment) (s Shard, from string, err error) {
	shards := 0 // of --shards; 0: it is not given
	if call.Shards != "" {
		if shards, err = strconv.Atoi(call.Shards); err != nil || shards < 1 || shards > maxShards {
			return s, "", fault.Usagef("--shards %s: want a number from 1 to %d", call.Shards, maxShards)
		}
	}
	if call.Shard != "" {
		s, err = parseShard(call.Shard)
		if err == nil && shards > 0 && shards != s.Of {
			err = fault.Usagef("--shard %s and --shards %d contradict each other", call.Shard, shards)
		}
		return s, "--shard " + call.Shard, err
	}
	for _, a := range arrays {
		task, source, err := a.task(shards, env)
		switch {
		case err != nil:
			return s, "", err
		case source == "":
		case task.Index < 0 || task.Index >= task.Of || task.Of > maxShards:
			return s, "", fault.Usagef("%s: the tasks must be 0 to %d; correct the array, or give --shard 0/1 for all", source, min(task.Of, maxShards)-1)
		case from != "" && task != s:
			return s, "", fault.Usagef("%s is shard %d/%d and %s is shard %d/%d; unset the variables that are not those of this job", from, s.Index, s.Of, source, task.Index, task.Of)
		case from == "":
			s, from = task, source
		}
	}
	if from == "" && shards > 1 {
		return s, "", fault.Usagef("--shards %d, but neither --shard nor the environment says which of them this is; give --shard I/%d, or run it as an array job", shards, shards)
	}
	return s, from, nil
}

// task returns the shard of a task, which may be out of range. source names the variables that it comes from, "" if
// none of the scheduler's is set. shards is the number of --shards, 0 if it is not given.
func (a array) task(shards int, env Environment) (s Shard, source string, err error) {
	if env(a.index) == "" {
		if count := env(a.count); count != "" {
			err = fault.Usagef("%s=%s, but %s is not set, so the shard is unknown; give --shard I/N", a.count, count, a.index)
		}
		return s, "", err
	}
	values := map[string]int{} // of the variables that are set
	for _, name := range []string{a.index, a.count, a.first, a.step, a.last} {
		if text := env(name); text != "" {
			n, err := strconv.Atoi(strings.TrimSpace(text))
			if err != nil || n < 0 {
				return s, "", fault.Usagef("%s=%s: want a whole number; give --shard I/N", name, text)
			}
			values[name], source = n, source+" "+name+"="+text
		}
	}
	source = source[1:]
	of, counted := values[a.count]
	switch {
	case counted && of == 0:
		return s, "", fault.Usagef("%s=0: want at least 1; give --shard I/N", a.count)
	case counted && shards > 0 && of != shards:
		return s, "", fault.Usagef("--shards %d and %s=%d contradict each other; leave --shards out", shards, a.count, of)
	case counted:
	case shards > 0:
		of, source = shards, source+fmt.Sprintf(" --shards %d", shards)
	case a.count == "":
		return s, "", fault.Usagef("%s, but the number of shards is unknown; give --shards N, or --shard 0/1 for all", source)
	default:
		return s, "", fault.Usagef("%s, but %s is not set; give --shards N, or --shard 0/1 for all", source, a.count)
	}
	// A scheduler may count from another number, or in steps.
	n, step := values[a.index]-values[a.first], max(values[a.step], 1)
	last, ends := values[a.last]
	if n%step != 0 || ends && (last-values[a.first])/step+1 != of {
		return s, "", fault.Usagef("%s: the tasks of the array are not %d in equal steps; number them 0 to %d, or give --shard I/N", source, of, of-1)
	}
	return Shard{Index: n / step, Of: of}, source, nil
}

// parseShard reads I/N.
func parseShard(s string) (Shard, error) {
	index, of, _ := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if err1 != nil || err2 != nil || n < 1 || n > maxShards || i < 0 || i >= n {
		return Shard{}, fault.Usagef("--shard %s: want I/N, I counted from 0: 0/4, 1/4, 2/4, 3/4", s)
	}
	return Shard{Index: i, Of: n}, nil
}
