package corpus

import (
	"path/filepath"
	"regexp"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/file"
)

// corpusName is what the names of corpora end with.
var corpusName = regexp.MustCompile(`\.(jsonl|ndjson|json|csv|tsv|txt|parquet)(\.gz|\.zst)?$`)

// Known reports whether a file that nobody named, but that lies in a folder which is given as a corpus, is one: by its
// name, or for want of a name that says it by content that cannot be taken for anything else. A README is none.
func Known(path string, by schemas.Opener) (bool, error) {
	if corpusName.MatchString(strings.ToLower(filepath.Base(path))) {
		return true, nil
	}
	f, err := file.Open(path, by)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin, err := f.Start()
	if err != nil {
		return false, err
	}
	names, err := Columns{}.Ready()
	if err != nil {
		return false, err
	}
	format, err := detect(begin, path, names, false, false)
	return err == nil && format != Text, nil
}
