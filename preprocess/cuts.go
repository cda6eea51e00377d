package main

import (
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// cut decides into which files the rows of the set go. Several files need a count of the rows first; for one file, total
// is -1.
func (p *preprocessor) cut(s set) (read *corpus.Batches, files *documentFiles, total int64, err error) {
	read = &corpus.Batches{Set: s.files, End: p.task.Rows}
	files = &documentFiles{task: p.task, set: s.name, of: p.config.Shards}
	if files.of == 1 {
		return read, files, -1, nil
	}
	n, err := s.files.Count(p.task.Rows)
	of := int64(files.of)
	for i := range of - 1 {
		read.Cuts = append(read.Cuts, n/of*(i+1)+min(i+1, n%of)) // equal numbers of rows, give or take one
	}
	return read, files, n, err
}
