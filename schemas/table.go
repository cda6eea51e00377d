package schemas

import (
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Keys in the file metadata of every table.
const (
	schemaKey  = "wrone2set.schema"
	versionKey = "wrone2set.version"
	stageKey   = "wrone2set.stage"
)

// UnicodeKey is the key in a vocabulary's metadata for the treatment of characters outside ASCII when words are cut
// out of raw text, "fold" or "strip". Text read with the vocabulary must be cut in the same way.
const UnicodeKey = "wrone2set.unicode"

// PiecesKey is the key in the metadata of a word-piece vocabulary. Its value is the most ids that the encoder reads of
// a document, start and end included.
const PiecesKey = "wrone2set.pieces"

// SampleKey is the key in a vocabulary's metadata that says, with the value "true", that the documents were made up by
// preprocess --sample. A model with such a vocabulary knows no real document.
const SampleKey = "wrone2set.sample"

// Sizes of a reader and limits of a writer. The limits of a reader, in guard, are higher.
const (
	readBytes    = 64 << 10  // a reader's buffer of each column: most pages in a call or two of the system
	pageBytes    = 256 << 10 // the first row beyond this closes the page
	groupWeight  = 16 << 20  // the first row beyond this closes the row group
	groupRows    = 64 << 10  // …or this many rows
	maxRowWeight = 32 << 20  // heaviest row that is accepted
)

// Table is a Parquet schema: its name, its version, and the stage that writes it, which errors name.
type Table[R any] struct {
	Name    string
	Version int
	Stage   string

	// weigh estimates the memory of a row in bytes; nil for small rows.
	weigh func(*R) int
	// check finds the column of a row that would break its users; nil accepts every row.
	check func(*R) (column string, err error)
	// scan takes a row from columns; nil: the library makes all rows. It is for tables that every start of infer reads.
	scan func(columns []column, row int) R
}

// The tables. A change of a row type's columns raises its version; testdata/columns.txt has the columns of each.
var (
	Documents = Table[Document]{Name: "documents", Version: 3, Stage: "preprocess", weigh: weighDocument, check: checkDocument}
	Vocab     = Table[VocabRow]{Name: "vocab", Version: 2, Stage: "preprocess",
		scan: func(c []column, i int) VocabRow { return VocabRow{c[0].int32s[i], c[1].text(i), c[2].int64s[i]} }}
	FilteredRows = Table[Filtered]{Name: "filtered", Version: 2, Stage: "preprocess"}
	KnownPhrases = Table[KnownPhrase]{Name: "phrases", Version: 2, Stage: "train",
		scan: func(c []column, i int) KnownPhrase {
			return KnownPhrase{c[0].text(i), c[1].int64s[i], c[2].int64s[i], c[3].text(i)}
		}}
	Neighbours  = Table[Neighbour]{Name: "neighbours", Version: 3, Stage: "train", weigh: weighNeighbour}
	TrainLogs   = Table[TrainLog]{Name: "train_log", Version: 2, Stage: "train"}
	Assignments = Table[Assignment]{Name: "assignments", Version: 2, Stage: "train"}
	Predictions = Table[Prediction]{Name: "predictions", Version: 6, Stage: "infer", weigh: weighPrediction}
	Assigneds   = Table[Assigned]{Name: "assigned", Version: 4, Stage: "infer concepts", weigh: weighAssigned}
	Indexeds    = Table[Indexed]{Name: "indexed", Version: 1, Stage: "train concepts", weigh: weighIndexed, check: checkIndexed}
	Merged      = Table[MergedPhrase]{Name: "merged", Version: 1, Stage: "infer phrases", weigh: weighMerged, check: checkMerged}
	Slots       = Table[Slot]{Name: "slots", Version: 2, Stage: "infer"}
	Scores      = Table[Score]{Name: "scores", Version: 2, Stage: "score"}
	Groups      = Table[Group]{Name: "groups", Version: 1, Stage: "score"}
)

// weight returns the weight of r in bytes, at least 1.
func (t Table[R]) weight(r *R) int {
	if t.weigh == nil {
		return 256
	}
	return t.weigh(r)
}

// Fits returns an error for a row of more than 32 MiB, which is too heavy to write. Each word of a list counts 8 bytes
// extra for its length and levels.
func (t Table[R]) Fits(row *R) error {
	if weight := t.weight(row); weight > maxRowWeight {
		return fmt.Errorf("the row takes %d bytes, more than the limit of %d", weight, maxRowWeight)
	}
	return nil
}

// options configures the Parquet writer. Nothing depends on the machine, the time or the build. There are no
// dictionaries, since a reader could not check their sizes before allocating.
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
		o = append(o, parquet.KeyValueMetadata(k, v)) // the writer sorts the keys
	}
	return o
}

// Parquet has checksums of pages but none of the metadata. A file whose damaged schema has lost its name would pass
// for a foreign file. The metadata therefore carries a checksum of itself.
const (
	metaSumKey = ourKeys + "crc32c" // CRC-32C of our other keys and their values, in eight hexadecimal digits
	creator    = "wrone2set"        // creator in the footer
)

// metaSum returns the checksum of our keys and their values, in the order of the keys. Programs that rewrite a file
// may add keys.
func metaSum(meta map[string]string) string {
	h := crc32.New(castagnoli)
	for _, k := range slices.Sorted(maps.Keys(meta)) {
		if k != metaSumKey && strings.HasPrefix(k, ourKeys) {
			fmt.Fprintf(h, "%q %q\n", k, meta[k]) // a hash never fails
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
