package text

import "github.com/wrone2set/wrone2set/schemas"

// Encoding says how words outside the vocabulary get ids.
type Encoding struct {
	// MaxOOV is the number of distinct unknown source words that a document
	// may copy, 1000 in the published run; 0 makes every unknown word <unk>.
	MaxOOV int
	// Released gives every unknown source word <unk> once the list is full,
	// even one in the list, as the authors' released code does.
	Released bool
}

// Encode returns the ids of one document. source is title and body together;
// targets are its keyphrases in gold order with the entry ["<peos>"] between
// present and absent ones, or nil for a document without known keyphrases.
//
// A source word outside the vocabulary has id 1 in Source, and Size() + its index in
// OOV in Extended. OOV lists such words in order of first occurrence, at most
// MaxOOV. A target word outside the vocabulary has its extended id if OOV lists it,
// else 1. Ordinary target ids of the reference have 1 where ids here are from
// Size() on.
//
// With a vocabulary of word pieces every word is cut into pieces, see Cut: no word
// is unknown, and OOV is empty.
func (v *Vocabulary) Encode(id string, source []string, targets [][]string, e Encoding) (x schemas.Example) {
	x.ID = id
	if targets != nil {
		x.Targets = make([][]int32, len(targets))
	}
	if v.Pieces() > 0 {
		x.Source, _ = v.Cut(source)
		x.Extended = x.Source
		for i, phrase := range targets {
			for _, w := range phrase {
				x.Targets[i] = append(x.Targets[i], v.piecesOf(w)...)
			}
		}
		return x
	}
	n := 2 * len(source)
	for _, phrase := range targets {
		n += len(phrase)
	}
	ids := make([]int32, n) // one allocation for all lists
	take := func(n int) []int32 {
		list := ids[:n:n]
		ids = ids[n:]
		return list
	}
	x.Source, x.Extended = take(len(source)), take(len(source))
	var own map[string]int32
	for i, w := range source {
		if known, ok := v.ids[w]; ok {
			x.Source[i], x.Extended[i] = known, known
			continue
		}
		x.Source[i] = Unk
		full := len(x.OOV) >= e.MaxOOV
		ext, listed := own[w]
		switch {
		case listed && !(full && e.Released):
		case full:
			ext = Unk
		default:
			if own == nil {
				own = make(map[string]int32)
			}
			ext = int32(v.size + len(x.OOV))
			own[w] = ext
			x.OOV = append(x.OOV, w)
		}
		x.Extended[i] = ext
	}
	for i, phrase := range targets {
		x.Targets[i] = take(len(phrase))
		for j, w := range phrase {
			if id, ok := v.ids[w]; ok {
				x.Targets[i][j] = id
			} else if id, ok := own[w]; ok {
				x.Targets[i][j] = id
			} else {
				x.Targets[i][j] = Unk
			}
		}
	}
	return x
}
