package sequence

import (
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/schemas"
)

// Load reads a model folder on disk.
func Load(dir string) (*Model[float32], error) {
	return Read(dir, func(name string) (schemas.File, error) { return os.Open(filepath.Join(dir, name)) })
}
