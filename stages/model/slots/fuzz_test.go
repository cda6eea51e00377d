package slots

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// FuzzConfig reads any bytes as config.json. A valid config survives writing and reading. In a folder with a model's tensors,
// any config but the model's is refused, with the name of a file of the folder.
func FuzzConfig(f *testing.F) {
	m := fresh[float32](f, small)
	var good bytes.Buffer
	if err := m.WriteConfig(&good); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good.String(), "{}", "null", "[1]", `{"heads":0}`, `{"vocab_size":99999999999}`, ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadConfig(bytes.NewReader(data))
		if err == nil && c.Check() == nil {
			var b bytes.Buffer
			if err := c.WriteConfig(&b); err != nil {
				t.Fatal(err)
			}
			if back, err := ReadConfig(&b); err != nil || back != c {
				t.Errorf("%+v comes back as %+v, %v", c, back, err)
			}
		}
		dir := t.TempDir()
		if err := errors.Join(save(m, dir), os.WriteFile(filepath.Join(dir, ConfigFile), data, 0o666)); err != nil {
			t.Fatal(err)
		}
		back, err := Load(dir)
		var file *schemas.FileError
		if err == nil && back.Config != m.Config || err != nil && (!errors.As(err, &file) || filepath.Dir(file.File) != dir) {
			t.Errorf("%s: %v", data, err)
		}
	})
}
