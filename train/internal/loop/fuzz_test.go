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
				for _, prefix := range []string{moments, squares, bests} {
					tensor.Name = prefix + name[len(parameters):]
					tensors = append(tensors, tensor)
				}
			}
		}
		file.Close()
		var b bytes.Buffer
		meta := map[string]string{"wrone2set.run": r.Folder.Key}
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
