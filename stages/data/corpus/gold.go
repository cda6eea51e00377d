package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// ErrScored is the reason to reject a record whose keyphrases have scores.
var ErrScored = errors.New("the keywords have scores, as predictions do; give the keyphrases that people chose")

// Gold returns ErrScored for keyphrases that cannot be those of people.
func Gold(r *Record) error {
	if r.Scores != nil {
		return ErrScored
	}
	return nil
}

// Columns that infer writes into tables and JSON lines. Where the user has a column keywords, that of infer has the prefix.
const (
	oursColumn   = "keywords"
	oursList     = "keyphrases"
	oursPrefix   = "predicted_"
	oursDoubtful = "doubtful"
)

// written reports whether a name is that of a column of keyphrases which infer writes beside the user's.
func written(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), oursPrefix)
	return ok && strings.ReplaceAll(rest, oursPrefix, "") == oursColumn
}

// predicted returns the error for a file whose column of keyphrases comes from infer, or may come from it: as gold, predictions
// would be right by construction. ordered tells whether the header is in the order of the file.
func predicted(path string, header []string, ordered bool, c *record.Names) error {
	gold, others := c.Candidates(header, record.Keyphrases)
	has := func(name string) bool {
		return slices.ContainsFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
	}
	name := strings.ToLower(strings.TrimSpace(gold))
	if written(name) {
		return &schemas.FileError{File: path, Place: "column " + gold, Err: errors.New("infer writes a column of this name, so its keyphrases are predictions"),
			Remedy: "name the column of the keyphrases that people chose, as in --columns keywords=NAME; rename this one if people corrected it"}
	}
	if c.Must[record.Keyphrases] || name != oursColumn && name != oursList || slices.ContainsFunc(header, written) {
		return nil
	}
	remedy := "name the column of the keyphrases that people chose"
	if len(others) > 0 {
		remedy += fmt.Sprintf(": --columns 'keywords=%s'", strings.TrimSpace(others[0]))
	}
	remedy += fmt.Sprintf("; if people chose or corrected those of this column, give --columns keywords=%s", strings.TrimSpace(gold))
	switch {
	case has(oursDoubtful):
		return &schemas.FileError{File: path, Place: "column " + gold, Err: errors.New("infer wrote it, as the column doubtful shows, so its keyphrases are predictions"), Remedy: remedy}
	case ordered && len(others) > 0 && name == oursColumn && header[len(header)-1] == gold:
		return &schemas.FileError{File: path, Place: "column " + gold,
			Err: fmt.Errorf("it is the last column and %s is another one of keyphrases: it may be that of a table of infer", others[0]), Remedy: remedy}
	}
	return nil
}

// gold refuses a column of keyphrases of infer where they have to be those of people.
func (o Options) gold(path string, header []string, ordered bool, c *record.Names) error {
	if o.Label || o.Predicted {
		return nil
	}
	return predicted(path, header, ordered, c)
}
