package stages

import (
	"strings"
	"testing"
)

// The environment counts where no flag does, its shard is the one that is made, and the log says which one was taken.
func TestArrayJob(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "one\ntwo\nthree\n")
	t.Setenv("CLOUD_RUN_TASK_INDEX", "1")
	t.Setenv("CLOUD_RUN_TASK_COUNT", "3")
	code, _, stderr := run(t, partStage(1), "--lines", "in.txt", "--out", "out")
	if code != 0 || !strings.Contains(stderr, `shard=1/3 from="CLOUD_RUN_TASK_INDEX=1 CLOUD_RUN_TASK_COUNT=3"`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if got := read(t, "out/lines-00001-of-00003.txt"); got != "two\n" {
		t.Errorf("the shard is %q", got)
	}
	if code, _, stderr := run(t, partStage(1), "--lines", "in.txt", "--out", "out", "--shard", "0/3"); code != ExitUsage || !strings.Contains(stderr, "CLOUD_RUN_TASK_INDEX=1") {
		t.Errorf("--shard against the environment: exit code %d: %s", code, stderr)
	}
	if code, _, stderr := run(t, partStage(1), "--lines", "in.txt", "--out", "out", "--shard", "1/3"); code != 0 || !strings.Contains(stderr, "done=1") {
		t.Errorf("--shard as the environment: exit code %d: %s", code, stderr)
	}
	if code, _, _ := run(t, partStage(1), "--lines", "in.txt", "--out", "out", "--shards", "4"); code != ExitUsage {
		t.Errorf("--shards against the environment: exit code %d", code)
	}
	if code, _, stderr := run(t, copyStage(Whole), "--lines", "in.txt", "--out", "whole"); code != 0 || read(t, "whole/lines-00000-of-00001.txt") != "one\ntwo\nthree\n" {
		t.Errorf("a stage without parts: exit code %d: %s", code, stderr)
	}
	stream := partStage(1)
	stream.Outputs[0].Stream = true
	if code, stdout, stderr := run(t, stream, "--lines", "in.txt", "--out", "-"); code != 0 || stdout != "one\ntwo\nthree\n" {
		t.Errorf("a stream: exit code %d, %q: %s", code, stdout, stderr)
	}
}
