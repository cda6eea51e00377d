package output

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/output/disk"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// TestLook: of four parts one is done, at one a process is, one was left by a process that was killed, and one failed; what failed
// and is made again is no failure any more.
func TestLook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var input *schemas.FileError
	if _, err := Look(t.Context(), nil, dir); !errors.As(err, &input) {
		t.Errorf("of no folder: %v", err)
	}
	part := func(i int) Folder {
		f := wanted(dir, 1)
		f.Part = Part{i, 4}
		return f
	}
	made(t, part(0), "x")
	New(part(1)).Fail("at first")
	working := filled(t, part(1), "x")
	failed := New(part(3))
	failed.Fail("of no use")
	dead := filepath.Join(dir, ".a-00002-of-00004.txt.tmp-0123abcd")
	if err := os.WriteFile(dead, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Look(t.Context(), nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Stage != "copy" || s.Parts != 4 || s.Finished || !slices.Equal(s.Done, []int{0}) || !slices.Equal(s.Working, []int{1}) ||
		!slices.Equal(s.Stopped, []int{2}) || len(s.Failed) != 1 || s.Failed[3] != "of no use" {
		t.Errorf("%+v", s)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Look(ctx, nil, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := committed(t, working); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{2, 3} {
		made(t, part(i), "x")
	}
	f := wanted(dir, 1)
	if err := f.Complete(4); err != nil {
		t.Fatal(err)
	}
	if s, err = Look(t.Context(), nil, dir); err != nil || !s.Finished || len(s.Done) != 4 || len(s.Working)+len(s.Stopped)+len(s.Failed) != 0 {
		t.Errorf("at the end: %+v, %v", s, err)
	}
}

// watched is a medium that says what it is asked before it gives a file its name.
type watched struct {
	medium
	asked func(call, name string)
}

func (w watched) Name(f disk.File, path string, fresh bool) error {
	w.asked("name", store.Base(path))
	return w.medium.Name(f, path, fresh)
}

func (w watched) SyncDir(dir string) error {
	w.asked("sync", "")
	return w.medium.SyncDir(dir)
}

// The names of the files are durable before the manifest lists them.
func TestNamesBeforeManifest(t *testing.T) {
	f := wanted(filepath.Join(t.TempDir(), "out"), 1)
	var calls []string
	f.on = watched{f.medium(), func(call, name string) { calls = append(calls, strings.TrimSpace(call+" "+name)) }}
	made(t, f, "x")
	want := "name .stage.json, sync, sync, name a-00000-of-00001.txt, name b-00000-of-00001.txt, sync, name manifest.json, sync"
	if got := strings.Join(calls, ", "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestPartitionFolders: declared files may lie in folders such as year=2020 where their pattern says so, belong to the output, and go with
// it; other files there are not ours.
func TestPartitionFolders(t *testing.T) {
	at := store.Memory()
	for _, dir := range []string{filepath.Join(t.TempDir(), "out"), "s3://bucket/out"} {
		f := wanted(dir, 1)
		f.Store, f.Part = at, Part{1, 2}
		f.Files = append(f.Files, Output{Name: "t.txt", Optional: true, Folders: true})
		a := filled(t, f, "one")
		for _, name := range []string{"t.txt", "year=2020/t.txt", "year=2021/field=a b%2F/t.txt", "year=/t.txt"} {
			put(t, a, name, name)
		}
		for _, name := range []string{"year/t.txt", "=x/t.txt", ".y=1/t.txt", "year=1/a.txt", "year=1/.t.txt", "year=1/x/t.txt", "../year=1/t.txt"} {
			if _, err := a.Create(name); err == nil {
				t.Errorf("%s was created", name)
			}
		}
		if err := committed(t, a); err != nil {
			t.Fatal(err)
		}
		const name = "year=2021/field=a b%2F/t-00001-of-00002.txt"
		if data, err := at.ReadFile(store.Join(f.Dir, name)); string(data) != "year=2021/field=a b%2F/t.txt" {
			t.Errorf("%q, %v", data, err)
		}
		if names, err := f.ours(&f.Mark); err != nil || !slices.Contains(names, name) || len(names) != 7 {
			t.Errorf("%q, %v", names, err)
		}
		made(t, with(f, 2, true), "two")
		if _, err := at.Stat(store.Join(f.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file of another key is left: %v", err)
		}
		g := wanted(dir+"2", 1)
		g.Store, g.Files = at, f.Files
		made(t, g, "one")
		if err := g.write("year=2020", reason("x"), true); err != nil {
			t.Fatal(err)
		}
		if _, err := begin(t, with(g, 2, true)); err == nil || !strings.Contains(err.Error(), "holds year=2020, which copy did not write") {
			t.Errorf("a file that is not ours: %v", err)
		}
	}
}
