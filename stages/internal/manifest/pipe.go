package manifest

import (
	"crypto/rand"
	"path/filepath"
)

// Pipe describes what is read from a pipe. It can be read once, so that it has neither size nor digest, and the random
// text in their place keeps its output from ever being taken for done.
func Pipe(path string) File {
	return File{Path: filepath.ToSlash(path), Pipe: rand.Text()}
}
