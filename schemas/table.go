package schemas

import (
	"fmt"
	"maps"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"wrone2set/schemas/internal/guard"
)

// Keys of the file metadata that every table carries.
const (
	schemaKey  = "wrone2set.schema"
	versionKey = "wrone2set.version"
	stageKey   = "wrone2set.stage"
)

// UnicodeKey is the key of a vocabulary's metadata for what became of characters outside ASCII when its words were cut
// out of raw text, "fold" or "strip": text that is to be read with the vocabulary must be cut in the same way.
const UnicodeKey = "wrone2set.unicode"

// PiecesKey is the key of the metadata of a vocabulary of word pieces: its value is the most ids that an encoder of them reads
// of a document, the two of its start and end counted.
const PiecesKey = "wrone2set.pieces"

// Limits that a writer keeps; those of a reader, in guard, lie above them.
const (
	pageBytes    = 256 << 10 // a page is closed by the first row that passes this
	groupWeight  = 16 << 20  // a row group is closed by the first row that passes this
	groupRows    = 64 << 10  // …or by this many rows
	maxRowWeight = 32 << 20  // a heavier row is refused
)

// Table is a Parquet schema: what its rows are called, which version they have,
// and the stage that writes them, which errors name.
type Table[R any] struct {
	Name    string
	Version int
	Stage   string

	// weigh estimates the bytes a row takes in memory; nil: small rows.
	weigh func(*R) int
	// check finds what a damaged row would break in those who use it; nil: any row will do.
	check func(*R) *guard.ColumnError
}

// The tables. A change of a row type's columns raises its version.
var (
	Documents    = Table[Document]{Name: "documents", Version: 2, Stage: "preprocess", weigh: weighDocument, check: checkDocument}
	Vocab        = Table[VocabRow]{Name: "vocab", Version: 2, Stage: "preprocess"}
	FilteredRows = Table[Filtered]{Name: "filtered", Version: 2, Stage: "preprocess"}
	KnownPhrases = Table[KnownPhrase]{Name: "phrases", Version: 1, Stage: "train"}
	TrainLogs    = Table[TrainLog]{Name: "train_log", Version: 2, Stage: "train"}
	Assignments  = Table[Assignment]{Name: "assignments", Version: 2, Stage: "train"}
	Predictions  = Table[Prediction]{Name: "predictions", Version: 3, Stage: "infer", weigh: weighPrediction}
	Slots        = Table[Slot]{Name: "slots", Version: 2, Stage: "infer"}
	Scores       = Table[Score]{Name: "scores", Version: 2, Stage: "score"}
)

// weight of r in bytes, at least 1.
func (t Table[R]) weight(r *R) int {
	if t.weigh == nil {
		return 256
	}
	return t.weigh(r)
}

// Fits is an error about a row that is too heavy to be written: one of more than
// 32 MiB, each word of a list counted with 8 bytes for its length and levels.
func (t Table[R]) Fits(row *R) error {
	if weight := t.weight(row); weight > maxRowWeight {
		return fmt.Errorf("the row takes %d bytes, more than the limit of %d", weight, maxRowWeight)
	}
	return nil
}

// options of the Parquet writer: nothing that depends on the machine, the time
// or the build, and no dictionaries, whose sizes a reader could not check
// before it allocates.
func (t Table[R]) options(meta map[string]string) []parquet.WriterOption {
	o := []parquet.WriterOption{
		parquet.CreatedBy(creator, "1", "0"),
		parquet.Compression(newPageCodec()),
		parquet.DefaultEncoding(&parquet.Plain),
		parquet.DataPageVersion(2),
		parquet.DataPageStatistics(false),
		parquet.PageBufferSize(pageBytes),
	}
	for _, path := range parquet.SchemaOf(*new(R)).Columns() {
		o = append(o, parquet.SkipPageBounds(path...))
	}
	all := map[string]string{schemaKey: t.Name, versionKey: strconv.Itoa(t.Version), stageKey: t.Stage}
	maps.Copy(all, meta)
	all[metaSumKey] = metaSum(all)
	for k, v := range all {
		o = append(o, parquet.KeyValueMetadata(k, v)) // which the writer sorts
	}
	return o
}

func weighDocument(d *Document) int {
	n := 64 + len(d.ID) + len(d.Hash) + weighWords(d.Title) + weighWords(d.Body)
	n += len(d.TitleText) + len(d.BodyText) + 4*(len(d.TitleSpans)+len(d.BodySpans))
	for _, p := range d.Present {
		n += 8 + weighWords(p)
	}
	for _, p := range d.Absent {
		n += 8 + weighWords(p)
	}
	return n
}

func weighPrediction(p *Prediction) int {
	n := 16 + len(p.ID)
	for i := range p.Phrases {
		n += 56 + len(p.Phrases[i].Phrase) + weighWords(p.Phrases[i].Tokens) + len(p.Phrases[i].Surface)
	}
	return n
}

// weighWords counts bytes, and 8 a word for its length and levels.
func weighWords(words []string) int {
	n := 8
	for _, w := range words {
		n += 8 + len(w)
	}
	return n
}
