package fallback

import (
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// File is the name of a model's file.
const File = "extract.json"

// format is that of the file.
var format = rank.Format{Schema: "extract", Version: 5, First: 5, Again: "run train refit --documents again"}

// onDisk is the content of the file.
type onDisk struct {
	rank.Header
	Ranker
}

// Write writes the model with a checksum; equal models give equal bytes. With a lexicon the file is one line: a line for each word
// would make it four times as long.
func (m *Ranker) Write(w io.Writer) error {
	return format.Write(w, &onDisk{Ranker: *m}, m.Lexicon == nil)
}

// Read reads what Write wrote; path is the file's name in errors. A file that is damaged, foreign, of another version or with
// other features is a *schemas.FileError.
func Read(path string, r io.Reader) (*Ranker, error) {
	var d onDisk
	if err := format.Read(path, r, &d, d.check); err != nil {
		return nil, err
	}
	return &d.Ranker, nil
}

// check checks that every candidate gets a probability.
func (d *onDisk) check() error {
	if len(d.Terms) == 0 || len(d.Thresholds) == 0 || !rank.Rising(d.Thresholds) || d.Lexicon != nil && !d.Lexicon.sound() {
		return fmt.Errorf("%w: a term is missing, or a number is out of range", schemas.ErrDamaged)
	}
	return d.Link(d.Lexicon.Names())
}

// sound reports whether every candidate has finite values.
func (l *Lexicon) sound() bool {
	ok := l.Documents >= 0 && len(l.Cues) == len(CueNames) && l.Word >= 0 && l.Word <= 1 && l.Candidate >= 0 && l.Candidate <= 1
	seen := func(all map[string]Seen) {
		for _, s := range all {
			ok = ok && s[1] >= 0 && s[1] <= s[0] && s[0] <= mostSeen
		}
	}
	seen(l.Words)
	for k, cue := range l.Cues {
		ok = ok && cue.Name == CueNames[min(k, len(CueNames)-1)]
		seen(cue.Seen)
	}
	for _, n := range l.Phrases {
		ok = ok && n >= 0 && n <= mostSeen
	}
	return ok
}

// mostSeen is more often than anything is seen.
const mostSeen = 1 << 30
