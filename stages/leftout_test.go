package stages

import (
	"strings"
	"testing"
)

// TestLeftOut: a run that leaves rows out says so in its last line, also with --quiet, with the first rows; and so does a run
// that finds such an output finished.
func TestLeftOut(t *testing.T) {
	for layout, s := range map[string]Stage[copyConfig]{"whole": copyStage(Whole), "parted": partStage(2)} {
		t.Run(layout, func(t *testing.T) {
			t.Chdir(t.TempDir())
			in := write(t, "in.txt", "one\nbad\ntwo\nthree\n")
			args := []string{"--lines", in, "--out", "out", "--max-rejects", "50%", "--quiet"}
			for _, want := range []string{`level=WARN msg=done`, `level=WARN msg="nothing to do: the output is finished, without 1 bad rows of 4"`} {
				code, _, stderr := run(t, s, args...)
				lines := strings.Split(strings.TrimSpace(stderr), "\n")
				last := lines[len(lines)-1]
				if code != 0 || !strings.Contains(last, want) {
					t.Errorf("exit %d, %s", code, stderr)
				}
				if strings.Contains(want, "done") && (!strings.Contains(last, `left_out="1 of 4 rows are bad and left out"`) || !strings.Contains(last, `in.txt row 2: is bad`)) {
					t.Error(last)
				}
			}
			if code, _, stderr := run(t, s, "--lines", write(t, "good.txt", "one\ntwo\n"), "--out", "good", "--quiet"); code != 0 || stderr != "" {
				t.Errorf("without bad rows: exit %d, %s", code, stderr)
			}
		})
	}
}
