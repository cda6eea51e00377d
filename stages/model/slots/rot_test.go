package slots

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestNothingRotsInSilence changes bits of config.json and model.safetensors and cuts the files. The folder must then hold the
// same model, or be refused with the file's name and a remedy. No other check would notice a wrong number of heads.
func TestNothingRotsInSilence(t *testing.T) {
	t.Run("float32", func(t *testing.T) { holdRot(t, save[float32]) })
	t.Run("int8", func(t *testing.T) { holdRot(t, saveInt8) })
}

func holdRot(t *testing.T, save func(*Model[float32], string) error) {
	dir := t.TempDir()
	if err := save(fresh[float32](t, small), dir); err != nil {
		t.Fatal(err)
	}
	m, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{ConfigFile, TensorsFile} {
		path := filepath.Join(dir, name)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, refused, harmless := rand.New(rand.NewPCG(3, 4)), 0, 0
		try := func(bad []byte, what ...any) {
			t.Helper()
			if err := os.WriteFile(path, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			back, err := Load(dir)
			var file *schemas.FileError
			switch {
			case err == nil && back.Config == m.Config && sameBytes(t, m, back):
				harmless++
			case err == nil:
				t.Errorf("%s, %v: another model without an error", name, what)
			case !errors.As(err, &file) || filepath.Dir(file.File) != dir || file.Remedy == "":
				t.Errorf("%s, %v: %v", name, what, err)
			default:
				refused++
			}
		}
		tries := 1000
		if testing.Short() {
			tries = 100
		}
		for i := range tries {
			at := r.IntN(len(good))
			if i < min(len(good), tries/2) {
				at = i * max(1, 2*len(good)/tries) % len(good)
			}
			bad := bytes.Clone(good)
			bad[at] ^= 1 << r.IntN(8)
			try(bad, "a bit of byte", at)
			try(good[:at], "cut at", at)
		}
		t.Logf("%s: %d refused, %d harmless", name, refused, harmless)
		if err := os.WriteFile(path, good, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func sameBytes(t *testing.T, a, b *Model[float32]) bool {
	var x, y bytes.Buffer
	if err := errors.Join(a.WriteTensors(&x), b.WriteTensors(&y)); err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}
