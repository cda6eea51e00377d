package text

import "wrone2set/schemas"

// Encoding says how words outside the vocabulary get ids.
type Encoding struct {
	// MaxOOV is how many distinct unknown words of its source a document may
	// copy, 1000 in the published run; 0 makes every unknown word <unk>.
	MaxOOV int
	// Released gives every unknown source word <unk> once the list is full, as
	// the authors' released code does, even one that is in the list already.
	Released bool
}

// Encode returns the ids of one document. source is title and body together;
// targets are its keyphrases in gold order with the entry ["<peos>"] between
// present and absent ones, or nil for a document without known keyphrases.
//
// A source word that the vocabulary lacks is 1 in Source, and Size() + its index
// in OOV in Extended; OOV lists such words in order of first occurrence up to
// MaxOOV. A target word that the vocabulary lacks has its extended id if OOV
// lists it, else 1. An id of 1 in the ordinary target ids of the reference is an
// id from Size() on here.
func (v *Vocabulary) Encode(id string, source []string, targets [][]string, e Encoding) schemas.Example {
	ids := make([]int32, 2*len(source)) // one allocation for both lists
	x := schemas.Example{ID: id, Source: ids[:len(source):len(source)], Extended: ids[len(source):]}
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
	if targets != nil {
		x.Targets = make([][]int32, len(targets))
	}
	for i, phrase := range targets {
		x.Targets[i] = make([]int32, len(phrase))
		for j, w := range phrase {
			x.Targets[i][j] = v.extended(w, own)
		}
	}
	return x
}

func (v *Vocabulary) extended(word string, own map[string]int32) int32 {
	if id, ok := v.ids[word]; ok {
		return id
	}
	if id, ok := own[word]; ok {
		return id
	}
	return Unk
}
