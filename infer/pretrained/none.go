//go:build nomodel

package pretrained

import "io/fs"

// Model returns the model folder, nil in a build without it.
func Model() fs.FS { return nil }
