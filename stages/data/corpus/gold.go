package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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

// written reports whether a name is that of a column of keyphrases which infer writes beside the user's.
func written(name string) bool {
	rest, ok := strings.CutPrefix(folded(name), "predicted_")
	return ok && strings.ReplaceAll(rest, "predicted_", "") == "keywords"
}

func folded(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// gold refuses a column of keyphrases that infer wrote, or may have written, where they have to be those of people: as gold,
// predictions would be right by construction. ordered tells whether the header is in the order of the file. Where the user has a
// column keywords, that of infer is predicted_keywords.
func (o *opening) gold(header []string, ordered bool) error {
	at, _ := o.names.Read(header)
	if o.Label || o.Predicted || at[record.Keyphrases] < 0 {
		return nil
	}
	gold := header[at[record.Keyphrases]]
	if written(gold) {
		return o.fail("column "+gold, errors.New("infer writes a column of this name, so its keyphrases are predictions"),
			"name the column of the keyphrases that people chose, as in --columns keywords=NAME; rename this one if people corrected it")
	}
	name := folded(gold)
	if o.names.Must[record.Keyphrases] || name != "keywords" && name != "keyphrases" || slices.ContainsFunc(header, written) {
		return nil
	}
	names, remedy, other := o.names.For(header, nil), "name the column of the keyphrases that people chose", ""
	for i, h := range header {
		if other == "" && i != at[record.Keyphrases] && names.Is(h, record.Keyphrases) {
			other = h
			remedy += fmt.Sprintf(": --columns 'keywords=%s'", strings.TrimSpace(other))
		}
	}
	remedy += fmt.Sprintf("; if people chose or corrected those of this column, give --columns keywords=%s", strings.TrimSpace(gold))
	switch {
	case slices.ContainsFunc(header, func(h string) bool { return folded(h) == "doubtful" }):
		return o.fail("column "+gold, errors.New("infer wrote it, as the column doubtful shows, so its keyphrases are predictions"), remedy)
	case ordered && other != "" && name == "keywords" && header[len(header)-1] == gold:
		return o.fail("column "+gold, fmt.Errorf("it is the last column and %s is another one of keyphrases: it may be that of a table of infer", other), remedy)
	}
	return nil
}
