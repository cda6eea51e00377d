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
	if v.Pieces() > 0 {
		x, _ := example(v.cutter, id, source, targets, v.piecesOf)
		return x
	}
	return encode(v.ids.get, v.size, id, source, targets, e, func(w string) string { return w })
}

// Coder encodes examples whose words a Counter has numbered.
type Coder struct {
	ids   []int32 // by number; -1 for a word outside the vocabulary
	words []string
	size  int

	cutter
	pieces [][]int32 // by number, for a vocabulary of pieces
}

// Coder returns a Coder into the ids of v for the words numbered so far. It shares
// memory with the counter. Any number of goroutines may use it while the counter is
// not in use.
func (c *Counter) Coder(v *Vocabulary) *Coder {
	k := &Coder{ids: make([]int32, len(c.words)), words: c.words, size: v.size, cutter: v.cutter}
	for n, w := range c.words {
		if v.Pieces() > 0 {
			k.pieces = append(k.pieces, v.piecesOf(w))
		} else if id, ok := v.ids[w]; ok {
			k.ids[n] = id
		} else {
			k.ids[n] = -1
		}
	}
	return k
}

// Encode is Vocabulary.Encode of the words with these numbers. cut reports whether
// the source was longer than the vocabulary reads.
func (k *Coder) Encode(id string, source []int32, targets [][]int32, e Encoding) (x schemas.Example, cut bool) {
	if k.Pieces() > 0 {
		return example(k.cutter, id, source, targets, func(n int32) []int32 { return k.pieces[n] })
	}
	get := func(n int32) (int32, bool) { return k.ids[n], k.ids[n] >= 0 }
	return encode(get, k.size, id, source, targets, e, func(n int32) string { return k.words[n] }), false
}

// encode is Encode for words as strings or numbers: get returns the id of a word, spell its text.
func encode[W comparable](get func(W) (int32, bool), size int, id string, source []W, targets [][]W, e Encoding, spell func(W) string) schemas.Example {
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
	x := schemas.Example{ID: id, Source: take(len(source)), Extended: take(len(source))}
	var own map[W]int32
	for i, w := range source {
		if known, ok := get(w); ok {
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
			ext = int32(size + len(x.OOV))
			own[w] = ext
			x.OOV = append(x.OOV, spell(w))
		}
		x.Extended[i] = ext
	}
	if targets != nil {
		x.Targets = make([][]int32, len(targets))
	}
	for i, phrase := range targets {
		x.Targets[i] = take(len(phrase))
		for j, w := range phrase {
			x.Targets[i][j] = extended(get, own, w)
		}
	}
	return x
}

func extended[W comparable](get func(W) (int32, bool), own map[W]int32, word W) int32 {
	if id, ok := get(word); ok {
		return id
	}
	if id, ok := own[word]; ok {
		return id
	}
	return Unk
}
