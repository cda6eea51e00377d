package output

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Many at once replace one folder: each succeeds, one whole folder stays, nothing else.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "out")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for round := range 20 {
				a, err := newDraft(to)
				if err != nil {
					t.Error(err)
					return
				}
				for _, name := range []string{"a", "b"} {
					os.WriteFile(filepath.Join(a.dir, name), fmt.Append(nil, i, round), 0o666)
				}
				if err := a.replace(to, func(string) {}); err != nil {
					t.Error(err)
				}
				if err := a.close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
	a, _ := os.ReadFile(filepath.Join(to, "a"))
	b, _ := os.ReadFile(filepath.Join(to, "b"))
	if string(a) != string(b) || len(a) == 0 {
		t.Errorf("a mixture: %s, %s", a, b)
	}
}

func TestSweepDrafts(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "out")
	alive, err := newDraft(target)
	if err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(dir, ".out.tmp-00000000")
	os.MkdirAll(filepath.Join(dead, "x"), 0o777)
	os.WriteFile(dead+".lock", nil, 0o666)
	os.MkdirAll(filepath.Join(dir, ".out2.tmp-00000000"), 0o777) // another target's
	if err := sweepDrafts(target); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(alive.dir); err != nil {
		t.Error("the folder of a living attempt is gone")
	}
	if got := names(t, dir); len(got) != 3 {
		t.Errorf("left %v", got)
	}
	if err := alive.close(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
}

// A finished output is found, and what killed attempts left beside it and inside it is swept; what one is at work on stays.
func TestMadeSweeps(t *testing.T) {
	for way := range ways[:2] {
		o := output(filepath.Join(t.TempDir(), "out"), 1)
		if err := made(t.Context(), way, o, "text"); err != nil {
			t.Fatal(err)
		}
		var dead, alive []string
		for _, target := range []string{o.Dir, o.unit()} {
			for _, names := range []*[]string{&dead, &alive} {
				d, err := newDraft(target)
				if err != nil {
					t.Fatal(err)
				}
				if names == &dead {
					d.lock.unlock()
				} else {
					defer d.close()
				}
				*names = append(*names, d.dir, d.dir+".lock")
			}
		}
		if m, err := o.Made(); m == nil || err != nil {
			t.Fatalf("%s: %v, %v", ways[way].name, m, err)
		}
		for _, name := range dead {
			if _, err := os.Lstat(name); err == nil {
				t.Errorf("%s: %s of a dead attempt is there", ways[way].name, name)
			}
		}
		for _, name := range alive {
			if _, err := os.Lstat(name); err != nil {
				t.Errorf("%s: of one at work: %v", ways[way].name, err)
			}
		}
	}
}

// TestCompleteSweeps: an attempt that finds all parts finished removes the manifest that a killed one was writing.
func TestCompleteSweeps(t *testing.T) {
	const way = 1
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	for _, o.Part = range ways[way].parts {
		if _, err := one(t.Context(), OnePart(o), "text"); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(o.Dir, ".manifest.json.tmp-0123abcd")
	if err := os.WriteFile(left, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := completed(t.Context(), way, o); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(left); err == nil {
		t.Error("the unfinished manifest is there")
	}
	want(t, way, o.Dir, "text")
}
