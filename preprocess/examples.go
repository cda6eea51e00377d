package main

import (
	"context"
	"io"

	"wrone2set/preprocess/internal/rule"
	"wrone2set/preprocess/internal/spill"
	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/rows"
	"wrone2set/stages/text"
)

// examples is the second pass: the vocabulary, then examples of ids.
func (p *preprocessor) examples(ctx context.Context) error {
	if p.spills[rule.Train] == nil {
		return nil
	}
	words, err := p.vocabulary()
	if err != nil {
		return err
	}
	p.task.Note("vocabulary", len(words))
	v, err := text.NewVocabulary(words, p.config.VocabSize)
	if err != nil {
		return err
	}
	coder := p.words.Coder(v)
	p.words = nil // give its memory back
	header := schemas.ExampleHeader{VocabSize: v.Size(), VocabDigest: text.Digest(words[:min(v.Size(), len(words))])}
	for _, role := range []rule.Role{rule.Train, rule.Valid} {
		if s := p.spills[role]; s != nil {
			if err := p.encode(ctx, s, coder, header); err != nil {
				return err
			}
			p.task.Log.Info("encoded "+s.set, "keyphrases", s.spelling.keyphrases, "spelt", s.spelling.spelt)
		}
	}
	if p.base != nil {
		return p.base.spells(p.spills[rule.Train])
	}
	return nil
}

// vocabulary writes the vocabulary and returns it: that of --vocab-from as it is, else the words of the training documents.
func (p *preprocessor) vocabulary() ([]schemas.VocabRow, error) {
	if p.base != nil {
		return p.base.rows, p.task.Fill(vocabFile, p.base.copyTo)
	}
	words := p.words.Rows()
	metadata := map[string]string{schemas.UnicodeKey: p.config.Unicode}
	return words, rows.Save(p.task.Create, vocabFile, rows.TableWith(schemas.Vocab, metadata), words)
}

// encode writes the examples of one set, shard by shard like its documents.
func (p *preprocessor) encode(ctx context.Context, s *spilled, coder *text.Coder, h schemas.ExampleHeader) error {
	progress := p.task.Progress("encode "+s.set, "documents", s.Len())
	defer progress.Done()
	for i, size := range s.sizes {
		if err := p.encodeShard(ctx, s, i, size, coder, h, progress); err != nil {
			return err
		}
	}
	return nil
}

func (p *preprocessor) encodeShard(ctx context.Context, s *spilled, shard int, size int64, coder *text.Coder, h schemas.ExampleHeader, progress *stages.Progress) error {
	w, err := rows.Create(p.task.Create, shardName("examples."+s.set, ".arrow", shard, len(s.sizes)), rows.Examples(h))
	if err != nil {
		return err
	}
	defer w.Abort()
	worker := func() func(portion) ([]schemas.Example, error) {
		return func(of portion) ([]schemas.Example, error) {
			examples := make([]schemas.Example, of.items)
			var x spill.Item
			for i := range examples {
				x, of.packed = spill.Unpack(of.packed)
				examples[i] = coder.Encode(x.ID, x.Source, x.Targets, p.config.encoding())
			}
			return examples, nil
		}
	}
	err = rows.Map(ctx, p.task.Threads, portions(s.File, size), worker, func(examples []schemas.Example) error {
		progress.Add(int64(len(examples)))
		for i := range examples {
			s.spelling.count(&examples[i])
		}
		return w.Write(examples...)
	})
	if err != nil {
		return err
	}
	return w.Close()
}

// portion is a run of items of a spill.
type portion struct {
	items  int
	packed []byte
}

// portionItems is how many items are encoded at a time.
const portionItems = 64

// portions gives the next size items of a spill, some at a time, then io.EOF.
func portions(f *spill.File, size int64) func() (portion, error) {
	weight := 0 // of the last portion
	return func() (of portion, err error) {
		if size == 0 {
			return of, io.EOF
		}
		of = portion{items: int(min(size, portionItems)), packed: make([]byte, 0, weight+weight/8)}
		size -= int64(of.items)
		for range of.items {
			of.packed, err = f.Next(of.packed)
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				return of, err
			}
		}
		weight = len(of.packed)
		return of, nil
	}
}
