package concept

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// defaultFile holds the default choice. It was fitted to 2,967 library records in German and English with English labels
// of the GND (TIB, CC0), by
//
//	train concepts --remember=false --correct=false --vocabulary gnd-core-en.tsv.gz --documents tib.jsonl
//
// It is concepts.json of that folder, compressed with zstd, which makes infer 80 KB smaller. Its unseen and thresholds are
// what it says of the 3,467 records of a later edition of these data.
//
//go:embed default.json.zst
var defaultFile []byte

// Default returns the choice for a vocabulary without indexed documents.
func Default() (*Ranker, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("default choice of concepts: %w", err)
	}
	defer d.Close()
	text, err := d.DecodeAll(defaultFile, nil)
	if err != nil {
		return nil, fmt.Errorf("default choice of concepts: %w", err)
	}
	return ReadRanker("default.json", bytes.NewReader(text))
}
