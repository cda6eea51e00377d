package stages

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

// metricsOf returns the samples of a file of --metrics by their name with labels, and fails unless each has HELP and TYPE.
func metricsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	samples, name := map[string]string{}, ""
	sample := regexp.MustCompile(`^([a-z_0-9]+)(\{(?:[a-z_]+="(?:[^"\\]|\\["\\n])*",?)+\}) ([0-9.e+-]+)$`)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			name, _, _ = strings.Cut(rest, " ")
			continue
		}
		if strings.HasPrefix(line, "# TYPE "+name+" ") {
			if strings.HasSuffix(line, " counter") != strings.HasSuffix(name, "_total") {
				t.Errorf("%s: only counters end in _total", line)
			}
			continue
		}
		m := sample.FindStringSubmatch(line)
		if m == nil || m[1] != name {
			t.Fatalf("%q, below the help of %s", line, name)
		}
		if _, twice := samples[m[1]+m[2]]; twice {
			t.Errorf("%s stands there twice", m[1]+m[2])
		}
		samples[m[1]+m[2]] = m[3]
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
		`wrone2set_running{stage="copy"}`: "0", `wrone2set_finished{stage="copy"}`: "1",
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

// TestMetricsNotes: notes of a stage are numbers by note and cause, of each part or of the whole.
func TestMetricsNotes(t *testing.T) {
	for layout, s := range map[Layout]Stage[copyConfig]{Whole: copyStage(Whole), Parted: partStage(1)} {
		t.Chdir(t.TempDir())
		write(t, "in.txt", "a\nb\n")
		made := s.Run
		s.Run = func(ctx context.Context, task *Task, c copyConfig) error {
			task.Note("seen", 2)
			if layout == Whole {
				return made(ctx, task, c)
			}
			parts, err := task.Cut(ctx, func() (int, error) { return 2, nil })
			for i := range 2 {
				if err == nil {
					err = parts.Make(ctx, i, func(part *Task) error {
						part.Note("seen", 1)
						part.Note("odd", map[string]int64{"too \"short\"": 3})
						return copyPart(part, []string{"a", "b"}, 1, 2)
					})
				}
			}
			return err
		}
		if code, _, stderr := run(t, s, "--lines", "in.txt", "--out", "out", "--metrics", "run.prom"); code != 0 {
			t.Fatal(stderr)
		}
		got := metricsOf(t, "run.prom")
		if seen := got[`wrone2set_noted{stage="copy",note="seen",cause=""}`]; seen != "2" {
			t.Errorf("%v: seen %s of %v", layout, seen, got)
		}
		if odd := got[`wrone2set_noted{stage="copy",note="odd",cause="too \"short\""}`]; layout == Parted && odd != "6" {
			t.Errorf("odd %s", odd)
		}
	}
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
