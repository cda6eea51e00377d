package sequence

import (
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// targets returns the training targets of a document with these gold targets.
func (m *Model[T]) targets(gold [][]int32) (targets [][]int32, left int, err error) {
	if m.System == CatSeq {
		target, left, err := Sequence(gold, m.PhraseLen)
		return [][]int32{target}, left, err
	}
	return Pairs(gold, m.PhraseLen)
}

// Sequence joins the gold targets of a document into the one target of CatSeq (Yuan et al., ACL 2020; Ye et al., ACL 2021):
//
//	gold      a b | c | <peos> | d
//	target    a b <sep> c <peos> d <eos>
//
// It keeps the order of preprocess: present targets by first occurrence in the text, absent ones as given. If a phrase does
// not fit into length tokens, it and the rest of its kind (present or absent) are left out; left counts them. <peos> and <eos>
// always fit, so a document without keyphrases trains the network to write none. length must be at least 2. The error is
// text.ErrNoPeos.
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

// Pairs makes each keyphrase of a document a target of its own, as One2One does (Meng et al., ACL 2017). Phrases of more than
// length-1 words are left out; left counts them. A document without other phrases has no target. The error is text.ErrNoPeos.
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
