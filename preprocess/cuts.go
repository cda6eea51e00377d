package main

import "wrone2set/stages"

// cut decides which rows of the set are read and into which files they are cut.
// One file needs no count of rows; several do.
func (p *preprocessor) cut(s set) (*rowsOf, *documentFiles, error) {
	rows := &rowsOf{task: p.task, set: s, to: -1}
	files := &documentFiles{task: p.task, of: p.config.Shards}
	files.name = func(shard int) string { return shardName(s.name, ".parquet", shard, files.of) }
	if files.of == 1 && !p.task.Shard.Split() {
		return rows, files, nil
	}
	n, err := s.rows()
	if err != nil {
		return nil, nil, err
	}
	if p.task.Shard.Split() {
		files.of = 1
		files.name = func(int) string { return "label-*.parquet" }
		rows.from, rows.to = p.task.Shard.Range(n)
		p.task.Expect(rows.to - rows.from)
		return rows, files, nil
	}
	for i := range files.of - 1 {
		_, cut := stages.Shard{Index: i, Of: files.of}.Range(n)
		rows.cuts = append(rows.cuts, cut)
	}
	return rows, files, nil
}
