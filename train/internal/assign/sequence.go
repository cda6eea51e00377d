package assign

import "wrone2set/stages/data/text"

// Sequence lays the gold targets of a document out as the one target of CatSeq (Yuan et al., ACL 2020; Ye et al., ACL 2021):
//
//	gold      a b | c | <peos> | d
//	target    a b <sep> c <peos> d <eos>
//
// Gold targets stand in the order in which they first appear in the text, the present ones, and as they were given, the
// absent ones: so does preprocess write them. What does not fit into L tokens is cut off at the end of a phrase: from the
// first phrase on that does not, the rest of its kind is left, counted in left. <peos> and <eos> always have a place, so a
// document without keyphrases trains to say none. The error is ErrNoPeos. It panics if L is less than 2.
func (s Slots) Sequence(gold [][]int32) (f Fixed, left int, err error) {
	sequence := make([]int32, 0, s.Length)
	room, first, full, parted := s.Length-2, true, false, false
	for _, words := range gold {
		if isPeos(words) && !parted {
			sequence = append(sequence, text.Peos)
			first, full, parted = true, false, true
			continue
		}
		need := len(words)
		if !first {
			need++
		}
		if full = full || need > room; full {
			left++
			continue
		}
		if !first {
			sequence = append(sequence, text.Sep)
		}
		sequence = append(sequence, words...)
		room, first = room-need, false
	}
	if !parted {
		return Fixed{}, 0, ErrNoPeos
	}
	return single([][]int32{append(sequence, text.Eos)}), left, nil
}

// Pairs makes every keyphrase of a document a target by itself, as One2One has it (Meng et al., ACL 2017): the document is
// an example once for each. Phrases of more than L-1 words are left, counted in left; a document without others has no
// target at all. The error is ErrNoPeos.
func (s Slots) Pairs(gold [][]int32) (f Fixed, left int, err error) {
	var pairs [][]int32
	parted := false
	for _, words := range gold {
		switch {
		case isPeos(words) && !parted:
			parted = true
		case len(words) < s.Length:
			pairs = append(pairs, closed(words))
		default:
			left++
		}
	}
	if !parted {
		return Fixed{}, 0, ErrNoPeos
	}
	return single(pairs), left, nil
}

// single are targets of the one slot of a document that has no halves.
func single(targets [][]int32) Fixed { return Fixed{Targets: targets, Present: len(targets)} }
