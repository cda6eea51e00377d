package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// teacher is the input of the decoder in a teacher-forced pass: one row for each position with a loss.
type teacher struct {
	Tokens []int32          // [R] input tokens
	Self   []kernel.Segment // one per target
	Cross  []kernel.Segment // one per group of adjacent targets of one document
	Spans  []kernel.Range   // per target, the tokens of its document

	places, slots []int32       // [R] step in the target, and slot
	positions     []op.Position // [R] what the loss needs
}

// teach packs the targets. The inputs of a target are <bos> and its tokens except the last, with <unk> for words outside the
// vocabulary.
func teach(c Config, docs Docs, targets []Target) (*teacher, error) {
	t := &teacher{}
	for i, g := range targets {
		if err := g.check(c, docs); err != nil {
			return nil, fmt.Errorf("slots: target %d: %w", i, err)
		}
		lo := len(t.Tokens)
		input := text.Bos
		for j, y := range g.Tokens {
			t.Tokens = append(t.Tokens, input)
			t.places = append(t.places, int32(j))
			t.slots = append(t.slots, int32(g.Slot))
			t.positions = append(t.positions, op.Position{Target: y, First: j == 0, Source: docs.extended(g.Doc)})
			input = c.ReadAs(y)
		}
		rows := kernel.Range{Lo: lo, Hi: len(t.Tokens)}
		t.Spans = append(t.Spans, docs.Span(g.Doc))
		t.Self = append(t.Self, kernel.Segment{Q: rows, K: rows, Causal: true})
		if i > 0 && targets[i-1].Doc == g.Doc {
			t.Cross[len(t.Cross)-1].Q.Hi = rows.Hi
		} else {
			t.Cross = append(t.Cross, kernel.Segment{Q: rows, K: docs.Span(g.Doc)})
		}
	}
	return t, nil
}

// ReadAs returns the id that the network reads for an extended id: <unk> for words outside the vocabulary.
func (c Config) ReadAs(id int32) int32 {
	if int(id) >= c.Vocab {
		return text.Unk
	}
	return id
}
