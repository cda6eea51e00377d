package concept

import (
	"bytes"
	_ "embed"
)

// defaultFile holds the default choice. It was fitted to 2,967 library records in German and English with English labels
// of the GND (TIB, CC0), by
//
//	train concepts --remember=false --vocabulary gnd-core-en.tsv.gz --documents tib.jsonl
//
//go:embed default.json
var defaultFile []byte

// Default is a choice for documents of which no indexed ones are known.
func Default() (*Choice, error) { return ReadChoice("default.json", bytes.NewReader(defaultFile)) }
