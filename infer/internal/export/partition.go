package export

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Limits of --partition-by.
const (
	mostFiles  = 1000 // of the exports of a part, which are open at once: some 350 MB
	mostFolder = 255  // bytes of the name of a folder, on most file systems
)

// weights are the numbers of files of mostFiles for which an open file counts, by the memory that it takes; of other formats 1.
var weights = map[string]int{XLSXFormat: 4, ParquetFormat: 2}

// partitions fails if the documents lack a column of --partition-by, or if it is named twice in different cases.
func (k Kind) partitions(c Settings, layout *corpus.Layout) error {
	by := map[int]string{}
	for _, name := range c.PartitionBy {
		i := k.wide(c, layout).Column(name)
		if i < 0 {
			var names []string
			for _, c := range layout.Columns {
				names = append(names, c.Name)
			}
			return &stages.UsageError{Err: fmt.Errorf("--partition-by %s: the documents have no such column, but %.500s", name, strings.Join(names, ", "))}
		}
		if other, twice := by[i]; twice {
			return &stages.UsageError{Err: fmt.Errorf("--partition-by: %s and %s are one column", other, name)}
		}
		by[i] = name
	}
	return nil
}

// partition returns the folder of a document, "" without partitions, and opens its files with its first document.
func (x *Writer) partition(d Row) (folder string, err error) {
	if len(x.config.PartitionBy) == 0 {
		return "", nil
	}
	folder = x.kind.wide(x.config, x.layout).Folder(d)
	if _, ok := x.writers[folder]; ok {
		return folder, nil
	}
	refuse := func(format string, args ...any) error {
		return &stages.UsageError{Err: fmt.Errorf("--partition-by %s: "+format+"; name columns of fewer and shorter values", append([]any{strings.Join(x.config.PartitionBy, ",")}, args...)...)}
	}
	for name := range strings.SplitSeq(folder, "/") {
		if len(name) > mostFolder {
			return "", refuse("document %.100q would lie in the folder %.80q…, whose name has %d bytes, more than %d", d.ID, name, len(name), mostFolder)
		}
	}
	each := 0
	for _, e := range x.config.Export {
		each += max(weights[e], 1)
	}
	if most := mostFiles / each; len(x.writers) == most {
		return "", refuse("the documents have more than %d values, as many as these exports may have folders", most)
	}
	return folder, x.open(folder)
}
