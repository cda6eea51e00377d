package main

import "wrone2set/stages"

// cut decides which rows of the set are read and into which files they are cut.
// One file needs no count of rows; several do.
func (p *preprocessor) cut(s set) (*rowsOf, *documentFiles, error) {
	read := &rowsOf{task: p.task, set: s, to: -1}
	files := &documentFiles{task: p.task, of: p.config.Shards}
	files.name = func(shard int) string { return shardName(s.name, ".parquet", shard, files.of) }
	if files.of == 1 && !p.task.Shard.Split() {
		return read, files, nil
	}
	n, err := s.rows()
	if err != nil {
		return nil, nil, err
	}
	if p.task.Shard.Split() {
		files.of = 1
		files.name = func(int) string { return "label-*.parquet" }
		read.from, read.to = p.task.Shard.Range(n)
		p.task.Expect(read.to - read.from)
		return read, files, nil
	}
	for i := range files.of - 1 {
		_, cut := stages.Shard{Index: i, Of: files.of}.Range(n)
		read.cuts = append(read.cuts, cut)
	}
	return read, files, nil
}
