package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/spill"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// examples is the second pass: it makes the vocabulary, then the examples.
func (p *preprocessor) examples(ctx context.Context) error {
	train := p.set(rule.Train)
	if train == nil {
		return nil
	}
	file, err := p.vocabulary()
	if err != nil {
		return err
	}
	words := file.Rows
	p.task.Note("vocabulary", len(words))
	v, err := file.Vocabulary(p.config.VocabSize)
	if err != nil {
		return err
	}
	coder := p.words.Coder(v)
	p.words = nil // release the memory
	header := schemas.ExampleHeader{VocabSize: v.Size(), VocabDigest: text.Digest(words[:min(v.Size(), len(words))])}
	for _, s := range []*set{train, p.set(rule.Valid)} {
		if s == nil {
			continue
		}
		if err := p.encode(ctx, s, coder, header); err != nil {
			return err
		}
		p.task.Log.Info("encoded "+s.name, "keyphrases", s.spelling.keyphrases, "spelt", s.spelling.spelt)
		if s.cut > 0 {
			p.task.Log.Warn(fmt.Sprintf("%d of %d documents have more than %d pieces, which the encoder can read: it sees their beginnings", s.cut, s.spill.Len(), v.Pieces()), "set", s.name)
		}
	}
	if p.base != nil {
		return p.base.spells(train)
	}
	return nil
}

// vocabulary writes and returns the vocabulary: that of --vocab-from unchanged, that of --encoder, or the words of the
// training documents.
func (p *preprocessor) vocabulary() (text.VocabularyFile, error) {
	if p.base != nil && p.base.path != "" {
		return p.base.file, p.task.Fill(vocabFile, p.base.copyTo)
	}
	file := text.VocabularyFile{Unicode: text.Unicode(p.config.Unicode)}
	if p.base != nil {
		file.Rows, file.Pieces = p.base.file.Rows, p.base.file.Pieces
	} else {
		file.Rows = p.words.Rows()
	}
	file.Sample = p.config.Sample > 0
	return file, rows.Save(p.task.Create, vocabFile, rows.TableWith(schemas.Vocab, file.Metadata()), file.Rows)
}

// encode writes the examples of one set into as many files as its documents, with the same documents in each.
func (p *preprocessor) encode(ctx context.Context, s *set, coder *text.Coder, h schemas.ExampleHeader) error {
	progress := p.task.Progress("encode "+s.name, "documents", s.spill.Len())
	defer progress.Done()
	for i, size := range s.files.sizes {
		if err := p.encodeFile(ctx, s, i, size, coder, h, progress); err != nil {
			return err
		}
	}
	return nil
}

// encoded are consecutive examples.
type encoded struct {
	examples []schemas.Example
	cut      int64 // number of documents longer than what is read of them
}

func (p *preprocessor) encodeFile(ctx context.Context, s *set, file int, size int64, coder *text.Coder, h schemas.ExampleHeader, progress *stages.Progress) error {
	w, err := rows.Create(p.task.Create, fileName("examples."+s.name, ".arrow", file, len(s.files.sizes)), rows.Examples(h))
	if err != nil {
		return err
	}
	defer w.Abort()
	worker := func() func([]spill.Item) (encoded, error) {
		return func(items []spill.Item) (encoded, error) {
			e := encoded{examples: make([]schemas.Example, len(items))}
			for i, x := range items {
				var cut bool
				if e.examples[i], cut = coder.Encode(x.ID, x.Source, x.Targets, p.config.encoding()); cut {
					e.cut++
				}
			}
			return e, nil
		}
	}
	err = rows.Map(ctx, p.task.Threads, portions(s.spill, size), worker, func(e encoded) error {
		progress.Add(int64(len(e.examples)))
		for i := range e.examples {
			s.spelling.count(&e.examples[i])
		}
		s.cut += e.cut
		return w.Write(e.examples...)
	})
	if err != nil {
		return err
	}
	return w.Close()
}

// portions returns a function that gives the next size items of a spill, some at a time, then io.EOF.
func portions(f *spill.File, size int64) func() ([]spill.Item, error) {
	return func() ([]spill.Item, error) {
		if size == 0 {
			return nil, io.EOF
		}
		items := make([]spill.Item, min(size, 64))
		size -= int64(len(items))
		for i := range items {
			var err error
			if items[i], err = f.Next(); err != nil {
				return nil, err
			}
		}
		return items, nil
	}
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
