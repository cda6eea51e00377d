package main

import (
	"context"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/spill"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// examples is the second pass: it makes the vocabulary, then the examples.
func (p *preprocessor) examples(ctx context.Context) error {
	if p.spills[rule.Train] == nil {
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
	for _, role := range []rule.Role{rule.Train, rule.Valid} {
		if s := p.spills[role]; s != nil {
			if err := p.encode(ctx, s, coder, header); err != nil {
				return err
			}
			p.task.Log.Info("encoded "+s.set, "keyphrases", s.spelling.keyphrases, "spelt", s.spelling.spelt)
			if s.cut > 0 {
				p.task.Log.Warn(fmt.Sprintf("%d of %d documents have more than %d pieces, which the encoder can read: it sees their beginnings", s.cut, s.Len(), v.Pieces()), "set", s.set)
			}
		}
	}
	if p.base != nil {
		return p.base.spells(p.spills[rule.Train])
	}
	return nil
}

// vocabulary writes and returns the vocabulary: that of --vocab-from unchanged, that of --encoder, or the words of the
// training documents.
func (p *preprocessor) vocabulary() (text.VocabularyFile, error) {
	if p.base != nil && p.base.path != "" {
		return p.base.file, p.task.Fill(vocabFile, p.base.copyTo)
	}
	var file text.VocabularyFile
	if p.base != nil {
		file = p.base.file
	} else {
		file = text.VocabularyFile{Rows: p.words.Rows(), Unicode: text.Unicode(p.config.Unicode)}
	}
	file.Sample = p.config.Sample > 0
	return file, rows.Save(p.task.Create, vocabFile, rows.TableWith(schemas.Vocab, file.Metadata()), file.Rows)
}

// encode writes the examples of one set into as many files as its documents, with the same documents in each.
func (p *preprocessor) encode(ctx context.Context, s *spilled, coder *text.Coder, h schemas.ExampleHeader) error {
	progress := p.task.Progress("encode "+s.set, "documents", s.Len())
	defer progress.Done()
	for i, size := range s.sizes {
		if err := p.encodeFile(ctx, s, i, size, coder, h, progress); err != nil {
			return err
		}
	}
	return nil
}

func (p *preprocessor) encodeFile(ctx context.Context, s *spilled, file int, size int64, coder *text.Coder, h schemas.ExampleHeader, progress *stages.Progress) error {
	w, err := rows.Create(p.task.Create, fileName("examples."+s.set, ".arrow", file, len(s.sizes)), rows.Examples(h))
	if err != nil {
		return err
	}
	defer w.Abort()
	worker := func() func(portion) (encoded, error) {
		return func(of portion) (encoded, error) {
			e := encoded{examples: make([]schemas.Example, of.items)}
			var x spill.Item
			for i := range e.examples {
				var cut bool
				x, of.packed = spill.Unpack(of.packed)
				if e.examples[i], cut = coder.Encode(x.ID, x.Source, x.Targets, p.config.encoding()); cut {
					e.cut++
				}
			}
			return e, nil
		}
	}
	err = rows.Map(ctx, p.task.Threads, portions(s.File, size), worker, func(e encoded) error {
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

// encoded is a portion, encoded as examples.
type encoded struct {
	examples []schemas.Example
	cut      int64 // number of documents longer than what is read of them
}

// portion is a number of consecutive items of a spill.
type portion struct {
	items  int
	packed []byte
}

// portionItems is the number of items encoded at a time.
const portionItems = 64

// portions returns a function that gives the next size items of a spill, a portion at a time, then io.EOF.
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
