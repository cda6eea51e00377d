package corpus

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
)

// corpusName matches file names of corpora.
var corpusName = regexp.MustCompile(`\.(jsonl|ndjson|json|csv|tsv|txt|parquet|xlsx|ods)(\.gz|\.zst)?$`)

// Recognises reports whether a file found in a corpus folder belongs to the corpus: by its name, or, if the name says
// nothing, by content that is certainly a corpus format. A README does not.
func Recognises(path string, by schemas.Opener) (bool, error) {
	base := filepath.Base(path)
	if strings.HasPrefix(base, "~$") { // Excel's note that a workbook is open
		return false, nil
	}
	if corpusName.MatchString(strings.ToLower(base)) {
		return true, nil
	}
	f, err := file.Open(path, by)
	if err != nil {
		return false, err
	}
	defer f.Close()
	if book, err := workbook(f, Auto); err != nil || book {
		return book && sheet.Is(f), err
	}
	if _, err := f.Decode(""); err != nil {
		return false, err
	}
	begin, err := f.Start()
	if err != nil {
		return false, err
	}
	names, err := Columns{}.Ready()
	if err != nil {
		return false, err
	}
	format, err := detect(begin, path, names, 0, false, false)
	return err == nil && format != Text, nil
}
