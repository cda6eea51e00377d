package fallback

import (
	"bytes"
	_ "embed"
	"fmt"
)

// defaultFile holds the model for texts of which no labelled ones are known. The test of package fit writes it.
//
//go:embed default.json
var defaultFile []byte

// Default is a model for documents of any language or field.
func Default() (*Ranker, error) {
	m, err := Read("default.json", bytes.NewReader(defaultFile))
	if err != nil {
		return nil, fmt.Errorf("built-in model: %w", err)
	}
	return m, nil
}
