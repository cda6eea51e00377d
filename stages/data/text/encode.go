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
func (v *Vocabulary) Encode(id string, source []string, targets [][]string, e Encoding) schemas.Example {
	x, _ := v.lexicon().Encode(id, source, targets, e)
	return x
}

func (v *Vocabulary) lexicon() lexicon[string] {
	get := func(w string) (int32, bool) {
		id, ok := v.ids[w]
		return id, ok
	}
	return lexicon[string]{v.cutter, v.size, get, v.piecesOf, func(w string) string { return w }}
}

// Coder encodes examples whose words a Counter has numbered.
type Coder struct{ lexicon[int32] }

// Coder returns a Coder into the ids of v for the words numbered so far. It shares
// memory with the counter. Any number of goroutines may use it while the counter is
// not in use.
func (c *Counter) Coder(v *Vocabulary) *Coder {
	words, ids, pieces := c.words, make([]int32, len(c.words)), make([][]int32, len(c.words))
	for n, w := range words {
		if v.Pieces() > 0 {
			pieces[n] = v.piecesOf(w)
		} else if id, ok := v.ids[w]; ok {
			ids[n] = id
		} else {
			ids[n] = -1
		}
	}
	return &Coder{lexicon[int32]{v.cutter, v.size, func(n int32) (int32, bool) { return ids[n], ids[n] >= 0 },
		func(n int32) []int32 { return pieces[n] }, func(n int32) string { return words[n] }}}
}

// lexicon has the ids of words, which are texts or numbers.
type lexicon[W comparable] struct {
	cutter
	size   int
	get    func(W) (id int32, known bool)
	pieces func(W) []int32 // for a vocabulary of word pieces
	spell  func(W) string
}

// Encode is Vocabulary.Encode. cut reports whether the source was longer than a vocabulary of word pieces reads.
func (l lexicon[W]) Encode(id string, source []W, targets [][]W, e Encoding) (x schemas.Example, cut bool) {
	x.ID = id
	if targets != nil {
		x.Targets = make([][]int32, len(targets))
	}
	if l.Pieces() > 0 {
		var words []int32
		x.Source, words = l.cut(source)
		x.Extended = x.Source
		for i, phrase := range targets {
			for _, w := range phrase {
				x.Targets[i] = append(x.Targets[i], l.pieces(w)...)
			}
		}
		return x, len(words) > 0 && (len(words) == 2 || int(words[len(words)-2]) < len(source)-1)
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
	var own map[W]int32
	for i, w := range source {
		if known, ok := l.get(w); ok {
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
				own = make(map[W]int32)
			}
			ext = int32(l.size + len(x.OOV))
			own[w] = ext
			x.OOV = append(x.OOV, l.spell(w))
		}
		x.Extended[i] = ext
	}
	for i, phrase := range targets {
		x.Targets[i] = take(len(phrase))
		for j, w := range phrase {
			if id, ok := l.get(w); ok {
				x.Targets[i][j] = id
			} else if id, ok := own[w]; ok {
				x.Targets[i][j] = id
			} else {
				x.Targets[i][j] = Unk
			}
		}
	}
	return x, false
}

// cut is Vocabulary.Cut.
func (l lexicon[W]) cut(source []W) (ids, words []int32) {
	if len(source) == 0 {
		return nil, nil
	}
	ids, words = append(ids, l.tokenizer.Start()+FirstPiece), append(words, -1)
	for i, w := range source {
		own := l.pieces(w)
		if len(ids)+len(own)+1 > l.most {
			break
		}
		for _, id := range own {
			ids, words = append(ids, id), append(words, int32(i))
		}
	}
	return append(ids, l.tokenizer.Separator()+FirstPiece), append(words, -1)
}
