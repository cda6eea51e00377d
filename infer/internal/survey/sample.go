package survey

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

// sample keeps the documents with the lowest keys.
type sample struct {
	most int
	kept []keyed
}

// keyed is a document and the number that it is sorted by.
type keyed struct {
	key float64
	*Document
}

// offer keeps a document if its key is among the lowest. Of equal keys the first id is kept, so that the order of the documents does
// not matter.
func (s *sample) offer(key float64, d *Document) {
	k := keyed{key, d}
	at, _ := slices.BinarySearchFunc(s.kept, k, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
	})
	if at == s.most {
		return
	}
	s.kept = slices.Insert(s.kept, at, k)
	s.kept = s.kept[:min(len(s.kept), s.most)]
}

func (s *sample) documents() (all []*Document) {
	for _, k := range s.kept {
		all = append(all, k.Document)
	}
	return all
}

// offer offers a document to the samples: at random by a hash of seed and id, so that every document has the same chance whatever
// the order; and by its mean score if it has labels.
func (s *Survey) offer(d *Document) {
	hash := xxh3.HashString(string(binary.LittleEndian.AppendUint64(nil, s.Seed)) + d.ID)
	s.drawn.offer(float64(hash>>11), d)
	switch {
	case len(d.Labels) == 0:
	case d.Doubtful != "":
		s.doubtful.offer(d.Mean(), d)
	default:
		s.sure.offer(d.Mean(), d)
	}
}
