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

// TestRead: a manifest that lists files outside its folder is refused, because the files that a manifest lists are removed with it. A
// manifest or a mark of more parts than there can be is refused, too.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, Name)
	for text, want := range map[string]string{
		`{"stage":"s","parts":99999,"outputs":[{"path":"a"},{"path":"b/a"},{"path":"..a"},{"path":"b/../a"}]}`: "",
		`{"stage":"s","parts":0}`:                  "",
		`{"stage":"s","parts":100000}`:             "it claims 100000 parts",
		`{"stage":"s","parts":-1}`:                 "it claims -1 parts",
		`{"stage":"s","parts":"many"}`:             "cannot unmarshal",
		`{"outputs":[{"path":"../a"}]}`:            "does not lie in its folder",
		`{"outputs":[{"path":"/a"}]}`:              "does not lie in its folder",
		`{"outputs":[{"path":"b/../../a"}]}`:       "does not lie in its folder",
		`{"outputs":[{"path":"a"},{"path":".."}]}`: "does not lie in its folder",
		`{"outputs":[{"path":""}]}`:                "does not lie in its folder",
	} {
		for _, name := range []string{Name, MarkName} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		m, err := Read(nil, path)
		if (want == "") != (err == nil) || err != nil && (m.Stage != "" || !strings.Contains(err.Error(), want) || errors.Is(err, os.ErrNotExist)) {
			t.Errorf("%s: %+v, %v", text, m, err)
		}
		if mark, err := ReadMark(nil, dir); strings.Contains(text, "parts") && ((want == "") != (err == nil) || err != nil && mark.Stage != "") {
			t.Errorf("%s as a mark: %+v, %v", text, mark, err)
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
