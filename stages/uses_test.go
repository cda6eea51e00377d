package stages

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// TestPartUses: a file that changes while a part is made which does not read it does not keep the part from being committed, and
// its manifest does not list it; the whole is not finished all the same.
func TestPartUses(t *testing.T) {
	for _, uses := range []bool{true, false} {
		t.Chdir(t.TempDir())
		write(t, "in.txt", "a\nb\n")
		write(t, "more.txt", "c\n")
		s := partStage(1)
		changed := false
		s.Run = func(ctx context.Context, t *Task, _ copyConfig) error {
			parts, err := t.Cut(ctx, func() (int, error) { return 2, nil })
			if err != nil {
				return err
			}
			for _, i := range parts.Todo {
				err := parts.Make(ctx, i, func(t *Task) error {
					if uses {
						t.Uses("more", nil)
					}
					if !changed {
						changed = true
						if err := os.WriteFile("more.txt", []byte("another\n"), 0o666); err != nil {
							return err
						}
					}
					return copyPart(t, []string{"a", "b"}, 1, 2)
				})
				if err != nil {
					return err
				}
			}
			return nil
		}
		code, _, stderr := run(t, s, "--lines", "in.txt", "--more", "x=more.txt", "--out", "out")
		committed, _ := filepath.Glob("out/*-of-*.manifest.json")
		if _, err := os.Stat("out/manifest.json"); code != ExitInput || !strings.Contains(stderr, "more.txt: changed while it was read") || (len(committed) == 2) != uses || err == nil {
			t.Errorf("%v: exit %d with %v, %v: %s", uses, code, committed, err, stderr)
		}
		for _, name := range committed {
			if m, err := manifest.Read(nil, name); err != nil || len(m.Inputs) != 1 || m.Inputs[0].Port != "lines" {
				t.Errorf("%s: %+v, %v", name, m.Inputs, err)
			}
		}
	}
}
