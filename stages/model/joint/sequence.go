package joint

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
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

// sequence decodes the sequences of all documents greedily. Each step appends [MASK] to the sequence, predicts its piece and
// then replaces it.
func (r *reading[T]) sequence() error {
	written, chance := make([][]int32, len(r.texts)), make([][]T, len(r.texts))
	var live []int // documents whose sequence has not ended
	for d := range r.texts {
		live = append(live, d)
	}
	for step := 0; step < r.PhraseLen && len(live) > 0; step++ {
		ids, sure, err := r.next(live, written)
		if err != nil {
			return err
		}
		on := live[:0]
		for i, d := range live {
			if end := r.texts[d][len(r.texts[d])-1]; ids[i] != end {
				written[d], chance[d] = append(written[d], ids[i]), append(chance[d], sure[i])
				on = append(on, d)
			}
		}
		live = on
	}
	for d := range r.texts {
		r.split(d, written[d], chance[d])
	}
	return nil
}

// next predicts the next piece of each live document. It reads the last written piece, if any, and [MASK].
func (r *reading[T]) next(live []int, written [][]int32) (ids []int32, sure []T, err error) {
	var runs []bert.Run
	for _, d := range live {
		n := len(written[d])
		r.reader.Back(d, len(r.texts[d])+max(0, n-1)) // forget the last [MASK], which the last written piece replaces
		runs = append(runs, bert.Run{Doc: d, Pieces: append(slices.Clone(written[d][max(0, n-1):]), r.Mask), Type: 1, Causal: true})
	}
	x, err := r.read(runs)
	if err != nil {
		return nil, nil, err
	}
	width := r.Encoder.Width
	var ask []T
	row := 0
	for _, run := range runs {
		row += len(run.Pieces)
		ask = append(ask, x.generation[(row-1)*width:row*width]...)
	}
	end := r.texts[0][len(r.texts[0])-1] // [SEP], the same in all documents
	return r.choose(ask, len(live), func(id int32) bool { return r.writes(0, id, text.Sep, end) })
}

// split adds the phrases of a sequence, which <sep> separates.
func (r *reading[T]) split(d int, written []int32, chance []T) {
	for len(written) > 0 {
		n := slices.Index(written, text.Sep)
		if n < 0 {
			n = len(written)
		}
		if n > 0 {
			var p Phrase[T]
			p.filled(written[:n], chance[:n])
			r.add(d, p)
		}
		n = min(n+1, len(written))
		written, chance = written[n:], chance[n:]
	}
}
