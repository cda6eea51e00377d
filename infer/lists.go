package main

import (
	"context"
	"errors"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/label"
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
