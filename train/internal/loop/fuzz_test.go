package loop

import (
	"bytes"
	"encoding/gob"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// FuzzCheckpoint reads arbitrary bytes as the last checkpoint of a run: they are its own, or rejected as damaged with the file's name.
func FuzzCheckpoint(f *testing.F) {
	f.Add([]byte{}, uint(0), byte(1))
	f.Fuzz(func(t *testing.T, data []byte, at uint, flip byte) {
		r, _ := short(t)
		want := fit(t, r)
		path := filepath.Join(r.Folder.Dir, "state-9.safetensors")
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole := bytes.Clone(good)
		good[at%uint(len(good))] ^= flip
		copy(good[at%uint(len(good)):], data)
		if err := os.WriteFile(path, good, 0o666); err != nil {
			t.Fatal(err)
		}
		again, _ := short(t)
		again.Folder = r.Folder
		got, err := again.Fit(t.Context())
		var file *schemas.FileError
		if err == nil && (!bytes.Equal(good, whole) || got.Step != want.Step) || err != nil && (!errors.As(err, &file) || file.File != path) {
			t.Errorf("byte %d: %+v, %v", at, got, err)
		}
	})
}

// FuzzState reads arbitrary bytes as the state in a checkpoint with valid checksums: it is accepted as one that a run of that
// many steps can reach, or rejected.
func FuzzState(f *testing.F) {
	for _, s := range []State{{}, {Step: 5, Checked: 3, Best: 3}, {Step: 9, Over: true, Finished: true}, {Step: -1}, {Step: 1 << 40}} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(s); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _ := short(t)
		if err := r.begin(); err != nil {
			t.Fatal(err)
		}
		if err := r.save(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(r.Folder.Dir, "state-0.safetensors")
		file, err := schemas.OpenTensors(path)
		if err != nil {
			t.Fatal(err)
		}
		tensors := []schemas.Tensor{{Name: "state", Shape: []int{len(data)}, Data: data}}
		for _, name := range file.Names() {
			if tensor, err := file.Tensor(name); err != nil {
				t.Fatal(err)
			} else if name != "state" {
				tensors = append(tensors, tensor)
				for _, prefix := range []string{moments, squares} {
					tensor.Name = prefix + name[len(parameters):]
					tensors = append(tensors, tensor)
				}
			}
		}
		file.Close()
		var b bytes.Buffer
		meta := map[string]string{"wrone2set.run": r.Folder.Key, "wrone2set.best": "0"}
		if err := errors.Join(schemas.WriteTensors(&b, meta, tensors), os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
		again, _ := short(t)
		again.Folder = r.Folder
		if err := again.begin(); err == nil && (again.state.Step < 0 || again.state.Step > again.steps()) {
			t.Errorf("resumes from step %d of %d", again.state.Step, again.steps())
		}
	})
}
