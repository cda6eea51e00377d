package join

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// FuzzPredictions: any text file of predictions is read, or refused with an error about the file.
func FuzzPredictions(f *testing.F) {
	for _, s := range []string{"graph cut;x\n\n", "a,b\nc\n", "a|b\n", `{"id":"a","keyphrases":["x"],"scores":[0.5]}`,
		`{"id":-3,"phrases":[{"phrase":"x","score":1}]}`, `{"id":null,"predictions":[null,"x",3]}`, "{\n", "\xff;\n"} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	dir := f.TempDir()
	source, target := filepath.Join(dir, "s.txt"), filepath.Join(dir, "t.txt")
	if err := errors.Join(os.WriteFile(source, []byte("a <eos> b\n"), 0o666), os.WriteFile(target, []byte("x\n"), 0o666)); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content []byte, released bool) {
		path := filepath.Join(t.TempDir(), "p.txt")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := shown(Paths{Documents: []string{source, target}, Pair: true, Predictions: []string{path}, Released: released})
		var file *schemas.FileError
		if err != nil && !errors.As(err, &file) {
			t.Errorf("error %v, want one about a file", err)
		}
	})
}
