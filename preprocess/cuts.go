package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// cut decides which rows of the set are read and into which files they go. Several files need a count of the rows
// first; one does not.
func (p *preprocessor) cut(s set) (*corpus.Batches, *documentFiles, error) {
	read := &corpus.Batches{Set: s.files, To: -1, End: p.task.Rows}
	files := &documentFiles{task: p.task, of: p.config.Shards}
	files.name = func(shard int) string { return shardName(s.name, ".parquet", shard, files.of) }
	if files.of == 1 && !p.task.Shard.Split() {
		return read, files, nil
	}
	n, err := s.files.Count(p.task.Rows)
	if err != nil {
		return nil, nil, err
	}
	if p.task.Shard.Split() {
		files.of = 1
		files.name = func(int) string { return "label-*.parquet" }
		read.From, read.To = p.task.Shard.Range(n)
		p.task.Expect(read.To - read.From)
		return read, files, nil
	}
	for i := range files.of - 1 {
		_, cut := stages.Shard{Index: i, Of: files.of}.Range(n)
		read.Cuts = append(read.Cuts, cut)
	}
	return read, files, nil
}
