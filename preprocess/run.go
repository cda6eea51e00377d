package main

import (
	"context"
	"errors"

	"wrone2set/preprocess/internal/duplicate"
	"wrone2set/preprocess/internal/flow"
	"wrone2set/preprocess/internal/rule"
	"wrone2set/preprocess/internal/spill"
	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/text"
)

// run is both passes: documents of every set, then vocabulary and examples.
func run(ctx context.Context, t *stages.Task, c Config) error {
	all, err := sets(t, c)
	if err != nil {
		return err
	}
	l, err := newLedger(t)
	if err != nil {
		return err
	}
	defer l.file.Abort()
	p := &pass{task: t, config: c, ledger: l, words: text.NewCounter(), spills: map[rule.Role]*spilled{}}
	defer p.close()
	if c.Duplicates != keepDuplicates && all[len(all)-1].role == rule.Train {
		p.finder = duplicate.NewIndex()
	}
	for _, s := range all {
		if err := p.documents(ctx, s); err != nil {
			return err
		}
	}
	if err := p.second(ctx); err != nil {
		return err
	}
	return l.close()
}

// pass is what the first pass leaves for the second.
type pass struct {
	task   *stages.Task
	config Config
	ledger *ledger
	finder duplicate.Finder // nil if duplicates are not looked for
	words  *text.Counter
	spills map[rule.Role]*spilled
}

// spilled holds the documents of a set that become examples.
type spilled struct {
	*spill.File
	set   string
	sizes []int64 // documents of each shard
}

func (p *pass) close() {
	for _, s := range p.spills {
		s.Close()
	}
}

// documents is the first pass over one set.
func (p *pass) documents(ctx context.Context, s set) error {
	rows, files, err := p.layout(s)
	if err != nil {
		return err
	}
	defer rows.close()
	defer files.abort()
	if s.role == rule.Train || s.role == rule.Valid {
		f, err := spill.New()
		if err != nil {
			return err
		}
		p.spills[s.role] = &spilled{File: f, set: s.name}
	}
	write := flow.NewPump(func(k kept) error { return files.write(k) })
	count := flow.NewPump(func(k kept) error { return p.examples(s, k) })
	progress := p.task.Progress("read "+s.name, "documents", rows.to-rows.from)
	err = flow.Map(ctx, p.task.Threads, rows.next, p.worker(s.role, rows), func(m made) error {
		k, err := p.judge(s, m)
		if err != nil {
			return err
		}
		progress.Add(int64(len(m.outcomes)))
		if len(k.documents) == 0 {
			return nil
		}
		return errors.Join(write.Send(ctx, k), count.Send(ctx, k))
	})
	err = errors.Join(err, write.Close(), count.Close())
	progress.Done()
	if err != nil {
		return err
	}
	if err := files.close(); err != nil {
		return err
	}
	if spilled := p.spills[s.role]; spilled != nil {
		spilled.sizes = files.sizes
	}
	return p.sane(s)
}

// layout decides which rows of the set are read and how they are cut. One file
// needs no count of rows; several do.
func (p *pass) layout(s set) (*rowsOf, *documentFiles, error) {
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

// made is what the rules made of a batch.
type made struct {
	shard    int
	outcomes []rule.Outcome
}

func (p *pass) worker(role rule.Role, rows *rowsOf) func() func(*batch) (made, error) {
	return func() func(*batch) (made, error) {
		maker := rule.NewMaker(role, p.config.rules())
		return func(b *batch) (made, error) {
			m := made{b.shard, make([]rule.Outcome, len(b.rows))}
			for i := range b.rows {
				m.outcomes[i] = maker.Make(b.reader.Parse(&b.rows[i]))
			}
			rows.release(b)
			return m, nil
		}
	}
}

// judge rejects, filters and looks for duplicates, row by row in order.
func (p *pass) judge(s set, m made) (kept, error) {
	c := p.ledger.of(s.name)
	k := kept{shard: m.shard, documents: make([]schemas.Document, 0, len(m.outcomes))}
	p.task.Read(int64(len(m.outcomes)))
	c.Read += int64(len(m.outcomes))
	for i := range m.outcomes {
		o := &m.outcomes[i]
		var err error
		switch {
		case o.Reject != nil:
			err = p.ledger.reject(c, o)
		case o.Cause != "":
			err = p.ledger.filter(c, o)
		default:
			if match, ok := p.repeats(s, o); ok {
				err = p.ledger.repeated(c, o, match)
				break
			}
			c.keep(&o.Document)
			k.documents = append(k.documents, o.Document)
		}
		if err != nil {
			return k, err
		}
	}
	return k, nil
}

// repeats looks a training document up, and remembers what is kept.
func (p *pass) repeats(s set, o *rule.Outcome) (duplicate.Match, bool) {
	if p.finder == nil {
		return duplicate.Match{}, false
	}
	if s.role == rule.Train && (o.Raw || p.config.Duplicates == dropDuplicates) {
		if m, ok := p.finder.Find(o.Print); ok {
			return m, true
		}
	}
	p.finder.Add(o.Print, s.name, o.Document.ID)
	return duplicate.Match{}, false
}

// examples counts words and spills what the second pass needs.
func (p *pass) examples(s set, k kept) error {
	spilled := p.spills[s.role]
	if spilled == nil {
		return nil
	}
	for i := range k.documents {
		d := &k.documents[i]
		x := spill.Item{ID: d.ID, Source: rule.Source(d, p.config.TitleEOS), Targets: rule.Targets(d)}
		if s.role == rule.Train {
			p.words.Add(spilled.Len(), x.Source, x.Targets)
		}
		if err := spilled.Add(&x); err != nil {
			return err
		}
	}
	return nil
}

// sane fails if a set that cannot be empty is.
func (p *pass) sane(s set) error {
	c := p.ledger.of(s.name)
	p.task.Log.Info("read "+s.name, "rows", c.Read, "documents", c.Documents, "rejected", c.Rejected, "filtered", c.Read-c.Documents-c.Rejected)
	if s.role == rule.Train && c.Documents == 0 {
		return &stages.InputError{File: s.files[0].path, Err: errors.New("no training document is left"),
			Remedy: "look at rejects.jsonl and filtered.parquet for the reasons"}
	}
	return nil
}
