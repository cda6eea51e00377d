//go:build !nomodel

package pretrained

import (
	"embed"
	"io/fs"
)

//go:embed model
var files embed.FS

// Model is the model folder; nil in a program without.
func Model() fs.FS {
	model, _ := fs.Sub(files, "model") // an error is a path that is none
	return model
}
