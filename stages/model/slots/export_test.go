package slots

import (
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
)

// Load reads a model folder on disk.
func Load(dir string) (*Model[float32], error) {
	path := func(name string) string { return filepath.Join(dir, name) }
	return ReadWith(path, func(name string) (schemas.File, error) { return os.Open(path(name)) }, func(Config) error { return nil })
}
