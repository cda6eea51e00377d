package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// listSettings name files of phrases, or of URIs and labels of concepts.
type listSettings struct {
	Only  string `key:"only,file" help:"file of all that may be given: a phrase, or the URI or label of a concept, a line, or in the first column of a table; phrases are equal by their stems, labels but for case"`
	Never string `key:"never,file" help:"file of what is never given, as for only"`
}

// read reads the lists; nil if there are none. It says which line is not read as an entry.
func (c listSettings) read(ctx context.Context, t *stages.Task) (*label.Lists, error) {
	if c == (listSettings{}) {
		return nil, nil
	}
	l := &label.Lists{}
	for _, list := range []struct {
		flag, path string
		to         *[]string
	}{{"--only", c.Only, &l.Only}, {"--never", c.Never, &l.Never}} {
		if list.path == "" {
			continue
		}
		entries, header, err := thesaurus.Entries(ctx, list.path, t.Open)
		if err != nil {
			return nil, err
		}
		if *list.to = entries; header != "" {
			t.Log.Info("the header of "+list.flag+" is no entry; if it is one, put it below another", "file", list.path, "header", header, "entries", len(entries))
		}
	}
	if c.Only != "" && len(l.Only) == 0 {
		return nil, &schemas.FileError{File: c.Only, Err: errors.New("has no entry, so that nothing could be given"), Remedy: "give --only a list, or leave it out"}
	}
	return l, nil
}

// strike returns what strikes concepts by lists, and names the entries that are no concept.
func (a *assigner) strike(t *stages.Task, l *label.Lists) (func(concept.Candidate) bool, error) {
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
	if l.Only != nil && len(only) == 0 && !a.config.Unmatched {
		return nil, &schemas.FileError{File: a.config.Only, Err: errors.New("names no concept of the vocabulary, so that none could be given"), Remedy: "give URIs or labels of the vocabulary"}
	}
	return func(c concept.Candidate) bool { return never[c.Concept] || l.Only != nil && !only[c.Concept] }, nil
}

// mostNamed is the largest number of entries that a warning names.
const mostNamed = 20
