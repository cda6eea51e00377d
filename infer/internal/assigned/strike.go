package assigned

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// strike returns what strikes concepts by lists, and names the entries that are no concept.
func (a *Assigner) strike(t *stages.Task, l *label.Lists) (func(concept.Candidate) bool, error) {
	if l == nil {
		return nil, nil
	}
	set := func(flag string, entries []string) (all map[uint32]bool) {
		all = map[uint32]bool{}
		var none []string
		for _, e := range entries {
			named := a.vocabulary.Named(e)
			for _, c := range named {
				all[c] = true
			}
			if len(named) == 0 {
				none = append(none, fmt.Sprintf("%.80q", e))
			}
		}
		if len(none) > 0 {
			t.Log.Warn("entries of --"+flag+" are no concept of the vocabulary", "entries", len(none), "first", strings.Join(none[:min(len(none), mostNamed)], ", "))
		}
		return all
	}
	only, never := set("only", l.Only), set("never", l.Never)
	if l.Only != nil && len(only) == 0 && a.Unmatched == nil {
		return nil, &schemas.FileError{File: a.Only, Err: errors.New("names no concept of the vocabulary, so that none could be given"), Remedy: "give URIs or labels of the vocabulary"}
	}
	return func(c concept.Candidate) bool { return never[c.Concept] || l.Only != nil && !only[c.Concept] }, nil
}

// mostNamed is the largest number of entries that a warning names.
const mostNamed = 20
