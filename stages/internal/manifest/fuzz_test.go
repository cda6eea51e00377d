package manifest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzManifest reads any bytes as the manifest of a folder. What is read lists nothing outside the folder, whatever lies
// there is compared with it, and it is read again as it was written.
func FuzzManifest(f *testing.F) {
	n := int64(3)
	good, err := json.Marshal(&Manifest{Stage: "s", Version: "1", Key: "k", Parts: 2, Config: json.RawMessage(`{"a":1}`),
		Inputs:  []Input{{Port: "p", Spec: "x", Files: []File{{Path: "x", Size: 1, SHA256: "00"}}}},
		Outputs: []File{{Path: "a/b", Size: 2, Mtime: time.Unix(1e9, 7).UTC(), SHA256: "01", Rows: &n}}, Notes: map[string]any{"m": 1.5}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(good), "{}", "null", "[]", `{"outputs":[{"path":"../x"}]}`, `{"outputs":[{"path":""}]}`, `{"config":"` + "\xff" + `"}`, ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, Name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := Read(nil, path)
		if err != nil {
			return
		}
		for _, o := range m.Outputs {
			if !filepath.IsLocal(filepath.FromSlash(o.Path)) {
				t.Errorf("%q lies outside", o.Path)
			}
		}
		m.Damage(nil, dir, true)
		Key(m.Stage, m.Version, m.Config, m.Inputs)
		once, err := m.Encode()
		if err != nil {
			return // a config that is no JSON, or a time that JSON cannot say
		}
		save(t, path, m)
		back, err := Read(nil, path)
		if err != nil {
			t.Fatalf("written by us, then refused: %v", err)
		}
		if again, err := back.Encode(); err != nil || !bytes.Equal(once, again) {
			t.Errorf("written again: %v\n%s\n%s", err, once, again)
		}
	})
}

// save writes a manifest or a mark.
func save(t *testing.T, path string, of interface{ Encode() ([]byte, error) }) {
	t.Helper()
	data, err := of.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
