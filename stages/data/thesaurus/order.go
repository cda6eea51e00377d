package thesaurus

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// gone marks a concept that is left out.
const gone = ^uint32(0)

// thesaurus returns the concepts with labels, sorted by URI. It empties the builder, to release memory step by step.
func (b *builder) thesaurus() *Thesaurus {
	t := &Thesaurus{Long: b.long}
	var kept []uint32
	for c, s := range b.state {
		switch {
		case s&deprecated != 0:
			t.Deprecated++
		case s&unlike != 0:
		case s&named == 0:
			t.Unlabelled++
		default:
			kept = append(kept, uint32(c))
		}
	}
	b.uris.slots, b.state = nil, nil
	place := b.placed(t, kept)
	kept = nil
	t.broader = related(b.broader, place, t.uris.len(), false)
	t.narrower = related(b.broader, place, t.uris.len(), true)
	b.broader = nil
	b.near = append(b.near, turned(b.near)...)
	t.near = related(b.near, place, t.uris.len(), false)
	b.near = nil
	b.notationsOf(t, place)
	b.labelsOf(t, place)
	return t
}

// placed sorts the kept concepts, writes their URIs, and returns the new place of every concept.
func (b *builder) placed(t *Thesaurus, kept []uint32) (place []uint32) {
	// Most URIs share a prefix. The eight bytes after it decide nearly all comparisons.
	type item struct {
		key     uint64
		concept uint32
	}
	alike := 0
	if len(kept) > 0 {
		head := b.uris.at(kept[0])
		alike = len(head)
		for _, c := range kept {
			uri := b.uris.at(c)
			for alike = min(alike, len(uri)); !bytes.Equal(uri[:alike], head[:alike]); alike-- {
			}
		}
	}
	order := make([]item, len(kept))
	for i, c := range kept {
		var key [8]byte
		copy(key[:], b.uris.at(c)[alike:])
		order[i] = item{binary.BigEndian.Uint64(key[:]), c}
	}
	slices.SortFunc(order, func(x, y item) int {
		if x.key != y.key {
			return cmp.Compare(x.key, y.key)
		}
		return bytes.Compare(b.uris.at(x.concept), b.uris.at(y.concept))
	})
	place = make([]uint32, b.uris.len())
	for i := range place {
		place[i] = gone
	}
	t.uris = list8{make([]byte, 0, len(b.uris.bytes)), make([]uint32, 0, len(order))}
	for i, o := range order {
		place[o.concept] = uint32(i)
		t.uris.add(b.uris.at(o.concept))
	}
	b.uris = names{}
	return place
}

// related returns, by first concept, the second concepts of the pairs; with turn, the reverse.
func related(pairs []pair, place []uint32, concepts int, turn bool) list32 {
	moved := make([]pair, 0, len(pairs))
	for _, p := range pairs {
		if turn {
			p = p.turned()
		}
		if x, y := place[p>>32], place[uint32(p)]; x != gone && y != gone {
			moved = append(moved, pairOf(x, y))
		}
	}
	slices.Sort(moved)
	moved = slices.Compact(moved)
	l := list32{make([]uint32, len(moved)), make([]uint32, concepts)}
	for i, p := range moved {
		l.items[i] = uint32(p)
		l.ends[p>>32]++
	}
	total := uint32(0)
	for c, n := range l.ends {
		total += n
		l.ends[c] = total
	}
	return l
}

func turned(pairs []pair) []pair {
	back := slices.Clone(pairs)
	for i, p := range back {
		back[i] = p.turned()
	}
	return back
}

// notationsOf writes the notations.
func (b *builder) notationsOf(t *Thesaurus, place []uint32) {
	of := make([]uint32, t.uris.len()) // by concept: 1 + number of its notation
	for i, c := range b.notationOf {
		p := place[c]
		if p != gone && (of[p] == 0 || bytes.Compare(b.notations.at(uint32(i)), b.notations.at(of[p]-1)) < 0) {
			of[p] = uint32(i) + 1
		}
	}
	t.notations.ends = make([]uint32, 0, len(of))
	for _, i := range of {
		var text []byte
		if i > 0 {
			text = b.notations.at(i - 1)
		}
		t.notations.add(text)
	}
	b.notations, b.notationOf = list8{}, nil
}

// labelsOf writes the labels of each concept, without duplicates in a language.
func (b *builder) labelsOf(t *Thesaurus, place []uint32) {
	l := &b.labels
	starts := make([]uint32, t.uris.len()+1)
	for _, c := range l.of {
		if p := place[c]; p != gone {
			starts[p+1]++
		}
	}
	for c := range t.uris.len() {
		starts[c+1] += starts[c]
	}
	order := make([]uint32, starts[t.uris.len()])
	next := slices.Clone(starts)
	for i, c := range l.of {
		if p := place[c]; p != gone {
			order[next[p]] = uint32(i)
			next[p]++
		}
	}
	n := len(order)
	t.texts = list8{make([]byte, 0, len(l.texts.bytes)), make([]uint32, 0, n)}
	t.labelConcept, t.labelKind, t.labelTongue = make([]uint32, 0, n), make([]byte, 0, n), make([]byte, 0, n)
	t.first = starts
	tongues := names{}
	for c := range t.uris.len() {
		mine := order[starts[c]:next[c]]
		t.first[c] = uint32(len(t.labelConcept))
		for _, i := range b.distinct(mine) {
			tongue, _ := tongues.number(b.tongues.at(uint32(l.tongue[i])))
			t.texts.add(l.texts.at(i))
			t.labelConcept, t.labelKind, t.labelTongue = append(t.labelConcept, uint32(c)), append(t.labelKind, l.kind[i]), append(t.labelTongue, byte(tongue))
		}
	}
	t.first[t.uris.len()] = uint32(len(t.labelConcept))
	t.languages = tongues.list8
	b.labels = labels{}
}

// distinct returns the labels of a concept in order, preferred ones first. Of two with equal text and language it keeps the
// preferred one.
func (b *builder) distinct(mine []uint32) []uint32 {
	if len(mine) == 1 {
		return mine
	}
	l := &b.labels
	same := func(x, y uint32) int {
		return cmp.Or(bytes.Compare(b.tongues.at(uint32(l.tongue[x])), b.tongues.at(uint32(l.tongue[y]))), bytes.Compare(l.texts.at(x), l.texts.at(y)))
	}
	slices.SortFunc(mine, func(x, y uint32) int { return cmp.Or(same(x, y), cmp.Compare(l.kind[x], l.kind[y])) })
	mine = slices.CompactFunc(mine, func(x, y uint32) bool { return same(x, y) == 0 })
	slices.SortFunc(mine, func(x, y uint32) int { return cmp.Or(cmp.Compare(l.kind[x], l.kind[y]), same(x, y)) })
	return mine
}
