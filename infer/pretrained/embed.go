//go:build !nomodel

package pretrained

import (
	"embed"
	"io/fs"
)

//go:embed model/*.json model/*.parquet model/*.safetensors
var files embed.FS

// Model is the model folder; nil in a program without.
func Model() fs.FS {
	model, _ := fs.Sub(files, "model") // an error is a path that is none
	return model
}
