package sequence

import (
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// targets are what a document with these gold targets trains.
func (m *Model[T]) targets(gold [][]int32) (targets [][]int32, left int, err error) {
	if m.System == CatSeq {
		target, left, err := Sequence(gold, m.PhraseLen)
		return [][]int32{target}, left, err
	}
	return Pairs(gold, m.PhraseLen)
}

// Sequence lays the gold targets of a document out as the one target of CatSeq (Yuan et al., ACL 2020; Ye et al., ACL 2021):
//
//	gold      a b | c | <peos> | d
//	target    a b <sep> c <peos> d <eos>
//
// Gold targets stand in the order in which they first appear in the text, the present ones, and as they were given, the
// absent ones: so does preprocess write them. What does not fit into length tokens is cut off at the end of a phrase: from the
// first phrase on that does not, the rest of its kind is left, counted in left. <peos> and <eos> always have a place, so a
// document without keyphrases trains to say none. The error is text.ErrNoPeos. It panics if length is less than 2.
func Sequence(gold [][]int32, length int) (target []int32, left int, err error) {
	target = make([]int32, 0, length)
	room, first, full, parted := length-2, true, false, false
	for _, words := range gold {
		if text.IsPeos(words) && !parted {
			target = append(target, text.Peos)
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
			target = append(target, text.Sep)
		}
		target = append(target, words...)
		room, first = room-need, false
	}
	if !parted {
		return nil, 0, text.ErrNoPeos
	}
	return append(target, text.Eos), left, nil
}

// Pairs makes every keyphrase of a document a target by itself, as One2One has it (Meng et al., ACL 2017): the document is
// an example once for each. Phrases of more than length-1 words are left, counted in left; a document without others has no
// target at all. The error is text.ErrNoPeos.
func Pairs(gold [][]int32, length int) (pairs [][]int32, left int, err error) {
	parted := false
	for _, words := range gold {
		switch {
		case text.IsPeos(words) && !parted:
			parted = true
		case len(words) < length:
			pairs = append(pairs, append(append(make([]int32, 0, len(words)+1), words...), text.Eos))
		default:
			left++
		}
	}
	if !parted {
		return nil, 0, text.ErrNoPeos
	}
	return pairs, left, nil
}
