package main

import (
	"wrone2set/preprocess/internal/duplicate"
	"wrone2set/preprocess/internal/rule"
	"wrone2set/preprocess/internal/spill"
	"wrone2set/schemas"
	"wrone2set/stages/text"
)

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

// examples numbers words, counts those of training documents, and spills what
// the second pass needs.
func (p *pass) examples(s set, k kept) error {
	spilled := p.spills[s.role]
	if spilled == nil {
		return nil
	}
	for i := range k.documents {
		d := &k.documents[i]
		numbers := p.words.Numbers(p.numbers[:0], d.Title)
		if p.config.TitleEOS && len(d.Title) > 0 {
			numbers = p.words.Numbers(numbers, text.Specials[text.Eos:text.Eos+1])
		}
		numbers = p.words.Numbers(numbers, d.Body)
		x := spill.Item{ID: d.ID, Source: numbers}
		for _, t := range rule.Targets(d) {
			from := len(numbers)
			numbers = p.words.Numbers(numbers, t)
			x.Targets = append(x.Targets, numbers[from:])
		}
		p.numbers = numbers
		if s.role == rule.Train {
			p.words.Count(spilled.Len(), numbers)
		}
		if err := spilled.Add(&x); err != nil {
			return err
		}
	}
	return nil
}
