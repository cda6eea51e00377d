package checkpoint

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// A flipped bit in any byte of a checkpoint's files either has no effect or is reported, and the run resumes from the
// checkpoint before. No other state, tensor or best parameters come out.
func TestFlips(t *testing.T) {
	said := 0
	f := folder(t.TempDir())
	f.Damaged = func(error) { said++ }
	tensors := func(x float32) []schemas.Tensor {
		return []schemas.Tensor{{Name: "a", Shape: []int{2}, Data: []float32{x, 2 * x}}}
	}
	if err := errors.Join(f.best(1), f.Save(state{Step: 2}, Place{Step: 2, Best: 1}, tensors(2)), f.best(3),
		f.Save(state{Step: 4, Log: []schemas.TrainLog{{Step: 4, Loss: .5}}}, Place{Step: 4, Best: 3}, tensors(4))); err != nil {
		t.Fatal(err)
	}
	whole := map[string][]byte{}
	for _, name := range f.names(t) {
		whole[name], _ = os.ReadFile(filepath.Join(f.Dir, name))
	}
	restore := func() {
		for name, data := range whole {
			if err := os.WriteFile(filepath.Join(f.Dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	fellBack := 0
	for name, data := range whole {
		for at := range data {
			if testing.Short() && at%29 != 0 {
				continue
			}
			restore()
			bad := bytes.Clone(data)
			bad[at] ^= 1 << (at % 8)
			if err := os.WriteFile(filepath.Join(f.Dir, name), bad, 0o666); err != nil {
				t.Fatal(err)
			}
			said = 0
			got, a, err := load(f)
			if err != nil {
				t.Fatalf("%s, byte %d: %v, although the other checkpoint is whole", name, at, err)
			}
			back := got.Step == 2
			if back {
				fellBack++
			}
			log := 1
			if back {
				log = 0
			}
			if got.Step != 2 && got.Step != 4 || len(got.Log) != log || len(a) != 2 || a[0] != float32(got.Step) || a[1] != 2*a[0] || back != (said == 1) {
				t.Fatalf("%s, byte %d: state %+v, tensor %v, said %d times", name, at, got, a, said)
			}
			var b bytes.Buffer
			best := bestFile(got.Step - 1)
			if err := f.CopyBest(got.Step-1, &b); err != nil || !bytes.Equal(b.Bytes(), whole[best]) {
				t.Fatalf("%s, byte %d: other best parameters are copied, %v", name, at, err)
			}
		}
	}
	if fellBack == 0 {
		t.Error("nothing was found")
	}
}
