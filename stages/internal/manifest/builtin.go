package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
)

// BuiltIn describes files that are embedded in the program, by name and digest and without a time.
func BuiltIn(in fs.FS, names []string) (files []File, err error) {
	for _, name := range names {
		data, err := fs.ReadFile(in, name)
		if err != nil {
			return nil, fmt.Errorf("built in: %w", err)
		}
		sum := sha256.Sum256(data)
		files = append(files, File{Path: name, Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:]), BuiltIn: true})
	}
	return files, nil
}
