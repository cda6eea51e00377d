package main

import (
	"slices"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/spill"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// spilled holds the documents of a set that become examples.
type spilled struct {
	*spill.File
	set      string
	file     string   // first file of the set, for messages
	sizes    []int64  // documents in each file of the set
	spelling spelling // counts for its examples
	cut      int64    // examples of documents longer than what is read of them
}

// spelling counts keyphrases, and those whose words are all in the vocabulary or in the document. The others have
// <unk> as a target.
type spelling struct{ keyphrases, spelt int64 }

func (s *spelling) count(x *schemas.Example) {
	for _, target := range x.Targets {
		if slices.Equal(target, []int32{text.Peos}) {
			continue
		}
		s.keyphrases++
		if !slices.Contains(target, text.Unk) {
			s.spelt++
		}
	}
}

// newSpill starts the spill of a set whose documents become examples.
func (p *preprocessor) newSpill(s set) error {
	if s.role != rule.Train && s.role != rule.Valid {
		return nil
	}
	f, err := spill.New()
	if err != nil {
		return err
	}
	p.spills[s.role] = &spilled{File: f, set: s.name, file: s.files[0].Path}
	return nil
}

// spill numbers words, counts those of training documents, and stores on disk what the second pass needs.
func (p *preprocessor) spill(s set, docs []schemas.Document) error {
	spilled := p.spills[s.role]
	if spilled == nil {
		return nil
	}
	for i := range docs {
		d := &docs[i]
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
