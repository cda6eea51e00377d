package stages

import (
	"context"
	"strings"
	"testing"
)

// metricsOf returns the samples of a file of --metrics by their name with labels.
func metricsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	samples := map[string]string{}
	for line := range strings.Lines(read(t, path)) {
		if at := strings.LastIndexByte(line, ' '); line[0] != '#' {
			samples[line[:at]] = strings.TrimSuffix(line[at+1:], "\n")
		}
	}
	return samples
}

// TestMetrics: the file of --metrics tells of parts, rows, notes and the end of a run, while it runs and after it. It is no part of
// the key.
func TestMetrics(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nbad\nc\nd\nbad\nf\ng\n")
	s := partStage(3)
	made := s.Run
	s.Run = func(ctx context.Context, task *Task, c copyConfig) error {
		for range 2 { // two loops of one name are one activity
			p := task.Progress(`co"py`, "lines", 5)
			p.Add(3)
			p.Done()
		}
		if got := metricsOf(t, "run.prom"); got[`wrone2set_running{stage="copy"}`] != "1" || got[`wrone2set_finished{stage="copy"}`] != "0" || got[`wrone2set_parts{stage="copy"}`] != "0" {
			t.Errorf("at the start: %v", got)
		}
		return made(ctx, task, c)
	}
	args := []string{"--lines", "in.txt", "--out", "out", "--metrics", "run.prom", "--max-rejects", "50%"}
	check := func(what string, want map[string]string) {
		t.Helper()
		got := metricsOf(t, "run.prom")
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %s is %q, want %q of %v", what, name, got[name], value, got)
			}
		}
	}
	if code, _, stderr := run(t, s, append(args, "--shard", "0/2")...); code != 0 {
		t.Fatal(stderr)
	}
	check("shard 0", map[string]string{
		`wrone2set_running{stage="copy"}`: "0", `wrone2set_finished{stage="copy"}`: "1", `wrone2set_noted{stage="copy",note="odd",cause="too \"short\""}`: "1",
		`wrone2set_parts{stage="copy"}`: "2", `wrone2set_parts_done{stage="copy"}`: "2", `wrone2set_rejected_total{stage="copy"}`: "1",
		`wrone2set_done_total{stage="copy",activity="co\"py",unit="lines"}`: "6", `wrone2set_expected{stage="copy",activity="co\"py",unit="lines"}`: "10",
	})
	if code, _, stderr := run(t, s, args...); code != 0 {
		t.Fatal(stderr)
	}
	check("the others", map[string]string{
		`wrone2set_finished{stage="copy"}`: "1", `wrone2set_parts{stage="copy"}`: "3", `wrone2set_parts_done{stage="copy"}`: "3", `wrone2set_rejected_total{stage="copy"}`: "1",
	})
	// Nothing is left to do, with or without --metrics; that is finished, too.
	for _, args := range [][]string{args, {"--lines", "in.txt", "--out", "out", "--max-rejects", "50%"}} {
		if code, _, stderr := run(t, s, args...); code != 0 || !strings.Contains(stderr, "nothing to do") {
			t.Errorf("%d %s", code, stderr)
		}
	}
	check("nothing to do", map[string]string{`wrone2set_finished{stage="copy"}`: "1", `wrone2set_running{stage="copy"}`: "0"})
}

// TestMetricsFails: a file that cannot be written is a wrong flag, found before any work; a run that fails is not finished.
func TestMetricsFails(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "a\nbroken\n")
	s := partStage(1)
	if code, _, stderr := run(t, s, "--lines", "in.txt", "--out", "out", "--metrics", "none/run.prom"); code != ExitUsage || !strings.Contains(stderr, "--metrics none/run.prom: want a file in a folder of this machine") {
		t.Errorf("%d %s", code, stderr)
	}
	if code, _, _ := run(t, s, "--lines", "in.txt", "--out", "out", "--metrics", "run.prom"); code != ExitFailed {
		t.Errorf("exit code %d", code)
	}
	got := metricsOf(t, "run.prom")
	if got[`wrone2set_running{stage="copy"}`] != "0" || got[`wrone2set_finished{stage="copy"}`] != "0" || got[`wrone2set_parts_done{stage="copy"}`] != "1" {
		t.Errorf("%v", got)
	}
}
