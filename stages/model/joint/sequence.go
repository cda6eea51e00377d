package joint

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// maskShare is the share of a target's pieces that are masked, as in the fine-tuning of UniLM's released code.
const maskShare = 0.7

// target joins the absent phrases of a document with <sep> and appends end. It stops at the first phrase that does not fit
// into L pieces.
func (c Config) target(phrases [][]int32, end int32) (target []int32) {
	for i, phrase := range phrases {
		need := len(phrase)
		if i > 0 {
			need++
		}
		if len(target)+need+1 > c.PhraseLen {
			break
		}
		if i > 0 {
			target = append(target, text.Sep)
		}
		target = append(target, phrase...)
	}
	return append(target, end)
}

// masked selects pieces to mask out of n: each with probability maskShare, and the first if that selects none.
func masked(n int, key uint64) []bool {
	asked := make([]bool, n)
	for i := range asked {
		asked[i] = random.Uniform(key, uint64(i)) < maskShare
	}
	if !slices.Contains(asked, true) {
		asked[0] = true
	}
	return asked
}

// writer writes the sequences of all documents. It is a slots.Stepper with one row per sequence that has not ended.
type writer[T kernel.Float] struct {
	*reading[T]
	live    []int              // per row, its document
	written []phrase.Output[T] // per document

	// Results of the last step, per row.
	ids  []int32
	sure []T
}

// sequence decodes the sequences of all documents greedily.
func (r *reading[T]) sequence() error {
	w := &writer[T]{reading: r, written: make([]phrase.Output[T], len(r.texts))}
	for d := range r.texts {
		w.live = append(w.live, d)
	}
	if err := slots.Decode(w, len(w.live), r.PhraseLen, w.next); err != nil {
		return err
	}
	for d, o := range w.written {
		for p := range o.Split(text.Sep) {
			r.add(d, p)
		}
	}
	return nil
}

// Step implements slots.Stepper: each row reads [MASK] behind its last piece, which replaces the [MASK] of the step before.
func (w *writer[T]) Step([]int32) (err error) {
	var runs []bert.Run
	for _, d := range w.live {
		pieces := w.written[d].Tokens
		before := max(0, len(pieces)-1)
		w.reader.Back(d, len(w.texts[d])+before)
		runs = append(runs, bert.Run{Doc: d, Pieces: append(slices.Clone(pieces[before:]), w.Mask), Type: 1, Causal: true})
	}
	x, err := w.read(runs)
	if err != nil {
		return err
	}
	width := w.Encoder.Width
	var ask []T
	row := 0
	for _, run := range runs {
		row += len(run.Pieces)
		ask = append(ask, x.generation[(row-1)*width:row*width]...)
	}
	w.ids, w.sure, err = w.choose(ask, len(w.live), func(id int32) bool { return w.writes(0, id, text.Sep, w.sep()) })
	return err
}

// sep returns [SEP], which ends sequences as it ends documents. It is the same in all.
func (w *writer[T]) sep() int32 { return w.texts[0][len(w.texts[0])-1] }

// next is a slots.Policy: a row writes the most probable piece and goes on, or ends.
func (w *writer[T]) next(int) (next []slots.Next, err error) {
	for i, d := range w.live {
		if id := w.ids[i]; id != w.sep() {
			w.written[d].Add(id, w.sure[i], 0)
			next = append(next, slots.Next{Row: slots.Row{Doc: d}, From: i, Token: id})
		}
	}
	return next, nil
}

// GoOn implements slots.Stepper.
func (w *writer[T]) GoOn(next []slots.Next) {
	w.live = w.live[:0]
	for _, n := range next {
		w.live = append(w.live, n.Doc)
	}
}
