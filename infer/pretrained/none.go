//go:build nomodel

package pretrained

import "io/fs"

// Model is the model folder; nil in a program without.
func Model() fs.FS { return nil }
