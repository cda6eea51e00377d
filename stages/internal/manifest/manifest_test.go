package manifest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	config := json.RawMessage(`{"a":1,"b":2}`)
	in := func(port, name, path, sum string) []Input {
		return []Input{{Port: port, Name: name, Files: []File{{Path: path, SHA256: sum}}}}
	}
	base := Key("s", "1", config, in("p", "", "x/f", "00"))
	for name, key := range map[string]string{
		"order of settings": Key("s", "1", json.RawMessage(`{"b":2,"a":1}`), in("p", "", "x/f", "00")),
		"folder":            Key("s", "1", config, in("p", "", "y/f", "00")),
	} {
		if key != base {
			t.Errorf("%s changes the key", name)
		}
	}
	for name, key := range map[string]string{
		"stage":   Key("t", "1", config, in("p", "", "x/f", "00")),
		"version": Key("s", "2", config, in("p", "", "x/f", "00")),
		"setting": Key("s", "1", json.RawMessage(`{"a":1,"b":3}`), in("p", "", "x/f", "00")),
		"port":    Key("s", "1", config, in("q", "", "x/f", "00")),
		"name":    Key("s", "1", config, in("p", "n", "x/f", "00")),
		"file":    Key("s", "1", config, in("p", "", "x/g", "00")),
		"content": Key("s", "1", config, in("p", "", "x/f", "01")),
		"none":    Key("s", "1", config, nil),
	} {
		if key == base {
			t.Errorf("%s does not change the key", name)
		}
	}
}

// Files are removed by what manifests list, so that one that lists files outside its folder is none.
func TestOutside(t *testing.T) {
	path := filepath.Join(t.TempDir(), Name)
	for name, ok := range map[string]bool{"a": true, "b/a": true, "..a": true, "b/../a": true,
		"../a": false, "/a": false, "b/../../a": false, "..": false, "": false} {
		save(t, path, &Manifest{Stage: "s", Outputs: []File{{Path: name}}})
		m, err := Read(nil, path)
		if ok != (err == nil) || !ok && (m.Stage != "" || errors.Is(err, os.ErrNotExist)) {
			t.Errorf("%q: %+v, %v", name, m, err)
		}
	}
}

// What is no regular file, or larger than any manifest, is not read at all: a device has no end.
func TestNotRead(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := errors.Join(os.WriteFile(large, nil, 0o666), os.Truncate(large, 257<<20)); err != nil {
		t.Fatal(err)
	}
	zero := filepath.Join(dir, "zero")
	if err := os.Symlink("/dev/zero", zero); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{large, zero, dir} {
		if _, err := Read(nil, path); err == nil || !strings.Contains(err.Error(), "not a regular file of at most 256 MiB") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a := &Mark{Stage: "s", Version: "1", Key: "k", Config: json.RawMessage(`{"a":1,"b":[1]}`),
		Inputs: []Input{{Port: "p", Files: []File{{Path: "x/f", SHA256: "00"}}}, {Port: "q", Name: "n"}}}
	if d := a.Differences(a); len(d) != 0 {
		t.Error(d)
	}
	b := &Mark{Stage: "s", Version: "2", Key: "l", Parts: 3, Config: json.RawMessage(`{"b":[2],"c":true}`),
		Inputs: []Input{{Port: "p", Files: []File{{Path: "f", SHA256: "01"}}}, {Port: "r", Files: []File{{Path: "g"}}}}}
	want := []string{"a 1 then, unset now", "b [1] then, [2] now", "c unset then, true now", "input p has changed",
		"input q n then, none now", "input r is new", "parts 1 then, 3 now", "version 1 then, 2 now"}
	if d := a.Differences(b); !slices.Equal(d, want) {
		t.Errorf("%s", strings.Join(d, "; "))
	}
	if d := a.Differences(&Mark{Stage: "t"}); !slices.Equal(d, []string{"it belongs to stage s"}) {
		t.Error(d)
	}
	c := *a
	c.Key = "other"
	if d := a.Differences(&c); !slices.Equal(d, []string{"its key differs"}) {
		t.Error(d)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	n := int64(3)
	m := &Manifest{Stage: "s", Key: "k", Config: json.RawMessage(`{}`), Outputs: []File{{Path: "f", Rows: &n}}}
	save(t, dir+"/"+Name, m)
	got, err := Read(nil, dir+"/"+Name)
	if err != nil || got.Stage != "s" || *got.Outputs[0].Rows != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, ok := got.Output("g"); ok {
		t.Error("an output that is not listed")
	}
	if d, err := got.Damage(nil, dir, false); err != nil || d["f"] != "is gone" {
		t.Errorf("%v, %v", d, err)
	}
}
