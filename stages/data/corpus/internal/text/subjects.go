package text

import (
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// subjects reads a short text, a tab and the URIs of its subjects per line, as Annif has them.
type subjects struct{ plain }

// NewSubjects reads the lines of a file, each a text, a tab and the URIs of its subjects.
func NewSubjects(f *file.File) record.Records {
	return &subjects{plain{lines{source: file.NewLines(f), stem: record.Stem(f.Path)}}}
}

// Parse parses a line. One without a tab has no subjects.
func (s *subjects) Parse(u *record.Unparsed) (record.Record, error) {
	r, err := s.plain.Parse(u)
	var uris string
	var ok bool
	if r.Body, uris, ok = strings.Cut(r.Body, "\t"); ok {
		r.Missing = record.Missing(true, false, false)
	}
	for uri := range strings.FieldsSeq(uris) {
		r.Keyphrases = append(r.Keyphrases, strings.Trim(uri, "<>"))
	}
	return r, err
}
