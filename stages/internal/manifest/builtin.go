package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
)

// BuiltIn describes files that are embedded in the program, by name and digest and without a time.
func BuiltIn(in fs.FS, names []string) (files []File, err error) {
	for _, name := range names {
		f, err := in.Open(name)
		if err != nil {
			return nil, fmt.Errorf("built in: %w", err)
		}
		sum := sha256.New()
		size, err := io.Copy(sum, f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("built in: %w", err)
		}
		files = append(files, File{Path: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil)), BuiltIn: true})
	}
	return files, nil
}
