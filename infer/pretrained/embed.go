//go:build !nomodel

package pretrained

import (
	"embed"
	"io/fs"
)

//go:embed model/*.json model/*.parquet model/*.safetensors model/SHA256SUMS
var files embed.FS

// Model returns the model folder, nil in a build without it.
func Model() fs.FS {
	model, _ := fs.Sub(files, "model") // it fails only for an invalid path
	return model
}
