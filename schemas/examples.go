package schemas

import (
	"github.com/apache/arrow/go/v15/arrow"
)

// Example is one document encoded for the network, a row of the examples files. S is the number of source tokens, V
// the vocabulary size.
type Example struct {
	ID       string
	Source   []int32   // [S] ids in 0..V-1; a word outside the vocabulary is 1
	Extended []int32   // [S] ids; a word outside the vocabulary is V + its index in OOV
	OOV      []string  // the document's own unknown words, in order of first occurrence
	Targets  [][]int32 // extended ids of the keyphrases in gold order, with the entry [5] (<peos>) between present and absent
}

// ExampleHeader identifies the vocabulary of the ids in an examples file.
type ExampleHeader struct {
	VocabSize   int    // V, special tokens included
	VocabDigest string // digest of the vocabulary's first V words
}

const (
	exampleName    = "examples"
	exampleVersion = "2"
	exampleStage   = "preprocess"
	vocabSizeKey   = "wrone2set.vocab_size"
	vocabDigestKey = "wrone2set.vocab_digest"

	batchRows        = 64      // rows of every record batch but the last
	maxExampleWeight = 4 << 20 // largest size of an example in bytes
)

// exampleFields are the columns of an examples file.
func exampleFields() []arrow.Field {
	ids := arrow.ListOfNonNullable(arrow.PrimitiveTypes.Int32)
	return []arrow.Field{
		{Name: "id", Type: arrow.BinaryTypes.String},
		{Name: "source", Type: ids},
		{Name: "extended", Type: ids},
		{Name: "oov", Type: arrow.ListOfNonNullable(arrow.BinaryTypes.String)},
		{Name: "targets", Type: arrow.ListOfNonNullable(ids)},
	}
}

// weighExample estimates the size of e in a file, in bytes.
func weighExample(e *Example) int {
	n := len(e.ID) + 4*len(e.Source) + 4*len(e.Extended) + weighWords(e.OOV)
	for _, t := range e.Targets {
		n += 4 + 4*len(t)
	}
	return n
}
