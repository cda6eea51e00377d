package output

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// stored is output in a bucket.
func stored(at *store.Store, dir string, seed int) Output {
	o := output(dir, seed)
	o.Store = at
	return o
}

// memory is a store of the memory.
func memory(t *testing.T) *store.Store {
	t.Setenv("TMPDIR", t.TempDir())
	at := store.New(t.Context())
	t.Cleanup(at.Close)
	return at
}

// holds fails unless the output in a bucket is finished and holds text in every file of every part.
func holds(t *testing.T, at *store.Store, way int, dir, text string) {
	t.Helper()
	if err := Finished(at, dir); err != nil {
		t.Error(err)
	}
	m, err := manifest.Read(at, dir+"/"+manifest.Name)
	if err != nil {
		t.Errorf("%s: %v", dir, err)
		return
	}
	if damage, err := m.Damage(at, dir, true, at.Stat); err != nil || len(damage) > 0 || len(m.Outputs) != 2*len(ways[way].parts) {
		t.Errorf("%v, %v, %d files", damage, err, len(m.Outputs))
	}
	for _, f := range m.Outputs {
		if data, err := at.ReadFile(store.Join(dir, f.Path)); err != nil || string(data) != text || f.Version == "" || f.SHA256 == "" {
			t.Errorf("%+v: %q, %v", f, data, err)
		}
	}
}

// swept fails when a draft is left among temporary files.
func swept(t *testing.T) {
	t.Helper()
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left among temporary files: %v, %v", entries, err)
	}
}

// inBucket are the ways that there are in a bucket.
func inBucket(t *testing.T, f func(t *testing.T, way int)) {
	for way := range ways[:2] {
		t.Run(ways[way].name, func(t *testing.T) { f(t, way) })
	}
}

// TestBucket: an output is made, found, made again where a file is gone or another, and with Force over one of another key.
func TestBucket(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		at, dir := memory(t), "mem://b/runs/out"
		if err := ways[way].begin(stored(at, dir, 1)).Ready(); err != nil {
			t.Error(err)
		}
		make := func(seed int, force bool, text string) error {
			o := stored(at, dir, seed)
			o.Force = force
			return made(t.Context(), way, o, text)
		}
		if err := make(1, false, "one"); err != nil {
			t.Fatal(err)
		}
		holds(t, at, way, dir, "one")
		if err := make(1, false, "other"); err != nil { // found: nothing is written
			t.Error(err)
		}
		holds(t, at, way, dir, "one")
		for what, damage := range map[string]func(path string) error{
			"gone":  at.Remove,
			"other": func(path string) error { return at.Put(path, []byte("two"), false) },
			"short": func(path string) error { return at.Put(path, nil, false) },
		} {
			path := dir + "/b-" + ways[way].parts[0].String() + ".txt"
			if err := damage(path); err != nil {
				t.Fatal(err)
			}
			o := stored(at, dir, 1)
			o.Part = ways[way].parts[0]
			a := ways[way].begin(o)
			if done, err := a.Begin(t.Context()); done != nil || err != nil {
				t.Errorf("%s: %v, %v", what, done, err)
			}
			if err := Finished(at, dir); way == 1 && err == nil {
				t.Errorf("%s: finished while a part is made again", what)
			}
			a.Close()
			if err := make(1, false, "one"); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			holds(t, at, way, dir, "one")
		}
		var usage *fault.UsageError
		if err := make(2, false, "two"); way == 1 && (!errors.As(err, &usage) || !strings.Contains(err.Error(), "seed 1 then, 2 now")) || way == 0 && err != nil {
			t.Errorf("other settings: %v", err)
		}
		if err := make(3, true, "three"); err != nil {
			t.Error(err)
		}
		holds(t, at, way, dir, "three")
		swept(t)
	})
}

// TestBucketForeign: what the stage has not written is never removed, and nothing is written beside it.
func TestBucketForeign(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		at, dir := memory(t), "mem://b/out"
		if err := at.Put(dir+"/thesis/chapter.txt", []byte("x"), false); err != nil {
			t.Fatal(err)
		}
		for _, force := range []bool{false, true} {
			o := stored(at, dir, 1)
			o.Force = force
			var usage *fault.UsageError
			if err := made(t.Context(), way, o, "one"); !errors.As(err, &usage) || !strings.Contains(err.Error(), "holds thesis, which copy did not write") {
				t.Errorf("force %v: %v", force, err)
			}
		}
		if err := at.Put("mem://b/file", nil, false); err != nil {
			t.Fatal(err)
		}
		var usage *fault.UsageError
		if err := ways[way].begin(stored(at, "mem://b/file", 1)).Ready(); !errors.As(err, &usage) {
			t.Errorf("an object in place of the folder: %v", err)
		}
	})
}

// TestBucketAtOnce: of two attempts at a part with the same key one is kept; one with another key is refused, or, where it
// took the folder over, the other one fails and leaves no manifest.
func TestBucketAtOnce(t *testing.T) {
	at, dir := memory(t), "mem://b/out"
	begin := func(seed int, force bool) (*Attempt, error) {
		o := stored(at, dir, seed)
		o.Part, o.Force = Part{0, 2}, force
		a := OnePart(o)
		t.Cleanup(a.Close)
		_, err := a.Begin(t.Context())
		return a, err
	}
	fill := func(a *Attempt, text string) error {
		for _, name := range []string{"a-*.txt", "b-*.txt"} {
			f, err := a.Create(name)
			if err != nil {
				return err
			}
			fmt.Fprint(f, text)
			if err := f.Close(); err != nil {
				return err
			}
		}
		return a.Commit(t.Context(), &manifest.Manifest{Stage: "copy", Version: "1", Key: a.Mark.Key, Config: a.Mark.Config})
	}
	record := dir + "/a-00000-of-00002.manifest.json"
	first, err1 := begin(1, false)
	second, err2 := begin(1, false)
	if err := errors.Join(err1, err2, fill(first, "one")); err != nil {
		t.Fatal(err)
	}
	before, _ := at.ReadFile(record)
	if err := fill(second, "one"); err != nil {
		t.Error(err)
	}
	if after, err := at.ReadFile(record); err != nil || string(after) != string(before) {
		t.Errorf("the part of the first one is not kept: %v", err)
	}
	var usage *fault.UsageError
	if _, err := begin(2, false); !errors.As(err, &usage) {
		t.Errorf("other settings: %v", err)
	}
	late, err1 := begin(1, true)
	taker, err2 := begin(2, true)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if err := fill(late, "one"); err == nil || !strings.Contains(err.Error(), "another run took the folder over") {
		t.Errorf("the settings were changed meanwhile: %v", err)
	}
	if err := at.Put(dir+"/a-00000-of-00002.txt", []byte("one"), false); err != nil { // that it wrote late
		t.Fatal(err)
	}
	if err := fill(taker, "two"); err != nil {
		t.Error(err)
	}
	if data, err := at.ReadFile(dir + "/a-00000-of-00002.txt"); err != nil || string(data) != "two" {
		t.Errorf("a file of other settings stays: %q, %v", data, err)
	}
}

// TestBucketBegunMeanwhile: a run joins one with the same settings, and refuses one with others, that wrote its mark and a
// part after this run found no mark.
func TestBucketBegunMeanwhile(t *testing.T) {
	for _, seed := range []int{1, 2} {
		at, dir := memory(t), "mem://b/out"
		first, second := stored(at, dir, seed), stored(at, dir, 1)
		first.Part, second.Part = Part{0, 2}, Part{1, 2}
		second.reached = func(step string) {
			if step != "mark read" {
				return
			}
			second.reached = nil
			if _, err := one(t.Context(), OnePart(first), "one"); err != nil {
				t.Error(err)
			}
		}
		_, err := one(t.Context(), OnePart(second), "one")
		if seed == 2 {
			refused(t, err, "seed 2 then, 1 now", "", "")
			continue
		}
		if err := errors.Join(err, completed(t.Context(), 1, second)); err != nil {
			t.Error(err)
		}
		holds(t, at, 1, dir, "one")
	}
}

// TestBucketTakenMeanwhile: a run with --force does not take a folder from one that took it, with --force, too, after the first
// look: it would replace a mark that it has not seen.
func TestBucketTakenMeanwhile(t *testing.T) {
	at, dir := memory(t), "mem://b/out"
	old, taker, late := stored(at, dir, 3), stored(at, dir, 2), stored(at, dir, 1)
	for _, o := range []*Output{&old, &taker, &late} {
		o.Part, o.Force = Part{0, 2}, true
	}
	if _, err := one(t.Context(), OnePart(old), "old"); err != nil {
		t.Fatal(err)
	}
	late.reached = func(step string) {
		if step != "mark read" {
			return
		}
		late.reached = nil
		if _, err := one(t.Context(), OnePart(taker), "two"); err != nil {
			t.Error(err)
		}
	}
	if _, err := one(t.Context(), OnePart(late), "one"); err == nil || late.reached != nil {
		t.Errorf("taken from who had it by now: %v", err)
	}
	mark, err := manifest.ReadMark(at, dir)
	if data, err2 := at.ReadFile(dir + "/a-00000-of-00002.txt"); err != nil || err2 != nil || mark.Key != "key 2" || string(data) != "two" {
		t.Errorf("%s, %q: %v, %v", mark.Key, data, err, err2)
	}
}

// TestBucketReadBack: a file that another one of equal size replaced behind its upload is found before the manifest is written.
func TestBucketReadBack(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		at, dir := memory(t), "mem://b/out"
		o := stored(at, dir, 1)
		o.Part = ways[way].parts[0]
		o.reached = func(step string) {
			if step != "file uploaded" {
				return
			}
			o.reached = nil
			if err := o.walk(func(rel string, e fs.DirEntry) error {
				if strings.HasSuffix(rel, ".txt") {
					return at.Put(dir+"/"+rel, []byte("two"), false)
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
		_, err := one(t.Context(), ways[way].begin(o), "one")
		if err == nil || !strings.Contains(err.Error(), "another run took the folder over") || o.reached != nil {
			t.Errorf("a file that is another's: %v", err)
		}
		o.walk(func(rel string, e fs.DirEntry) error {
			if IsManifest(rel) {
				t.Errorf("%s lists it", rel)
			}
			return nil
		})
	})
}

// TestBucketMarkReadBack: a run writes no manifest when another one has taken the folder and removed nothing yet.
func TestBucketMarkReadBack(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		at, dir := memory(t), "mem://b/out"
		o, taker := stored(at, dir, 1), stored(at, dir, 2)
		o.Part = ways[way].parts[0]
		files := 0
		o.reached = func(step string) {
			switch step {
			case "file uploaded":
				if files++; files == 2 {
					if err := taker.Mark.Write(at, dir, false); err != nil {
						t.Error(err)
					}
				}
			case "recorded":
				t.Error("the manifest was written")
			}
		}
		if _, err := one(t.Context(), ways[way].begin(o), "one"); err == nil || !strings.Contains(err.Error(), "another run took the folder over") || files != 2 {
			t.Errorf("%d files: %v", files, err)
		}
	})
}

// TestBucketMark: of two that begin a folder at once, between a look at it and the claim, the second one is refused where its
// settings are others, and goes on where they are the same.
func TestBucketMark(t *testing.T) {
	server := s3server.Start(t, "outputs")
	plain := server.Store(t.Context())
	defer plain.Close()
	for _, seed := range []int{1, 2} {
		dir := fmt.Sprint("s3://outputs/", seed)
		other := stored(plain, dir, seed).Mark
		other.Parts = 2
		once := false
		proxy := server.Proxy(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
			if r.Method == "PUT" && strings.HasSuffix(r.URL.Path, manifest.MarkName) && !once {
				once = true
				if err := other.Write(plain, dir, true); err != nil {
					t.Error(err)
				}
			}
			return false
		})
		at := proxy.Store(t.Context())
		defer at.Close()
		err := made(t.Context(), 1, stored(at, dir, 1), "one")
		var usage *fault.UsageError
		if !once || (seed == 2) != errors.As(err, &usage) || seed == 1 && err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if mark, err := manifest.ReadMark(plain, dir); err != nil || mark.Key != fmt.Sprint("key ", seed) {
			t.Errorf("seed %d: the mark of the other one was replaced: %+v, %v", seed, mark, err)
		}
	}
}
