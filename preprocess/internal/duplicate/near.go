package duplicate

import (
	"cmp"
	"math"
	"slices"
)

// Near finds documents whose words are nearly those of an earlier document: the Jaccard similarity of the two sets of words
// is at least a limit. The training text of KP20k was compared so with its test sets, at .7. Documents of fewer than 20 different
// words are never near: short texts are alike by chance. It keeps all documents in memory, about 3 KB for an abstract.
type Near struct {
	least     float64
	documents []named
	frequency map[uint64]int32   // documents that have a word
	holders   map[uint64][]int32 // documents by their rarest words; see list
	listed    int                // documents in holders
	shared    []int32            // by document, how many of the words of Find it is listed under; 0 between calls
}

type named struct {
	words   []uint64
	set, id string
	fewest  int32 // of the words under which it is listed, a similar document has at least so many
}

// NewNear returns a finder of documents with at least that similarity, above 0 and at most 1.
func NewNear(least float64) *Near {
	return &Near{least: least, frequency: map[uint64]int32{}, holders: map[uint64][]int32{}}
}

// Find implements Finder. Of several earlier documents the match is the first.
func (n *Near) Find(p Print) (m Match, ok bool) {
	if len(p.Words) < leastWords {
		return m, false
	}
	for ; n.listed < len(n.documents); n.listed++ {
		n.list(n.listed)
	}
	var sharing []int32
	for _, w := range p.Words {
		for _, d := range n.holders[w] {
			if n.shared[d] == 0 {
				sharing = append(sharing, d)
			}
			n.shared[d]++
		}
	}
	found := int32(-1)
	for _, d := range sharing {
		if of := &n.documents[d]; n.shared[d] >= of.fewest && (found < 0 || d < found) && alike(p.Words, of.words, n.least) {
			found = d
		}
		n.shared[d] = 0
	}
	if found < 0 {
		return m, false
	}
	of := n.documents[found]
	return Match{Cause: "near duplicate", Set: of.set, ID: of.id}, true
}

// Add implements Finder.
func (n *Near) Add(p Print, set, id string) {
	if len(p.Words) < leastWords {
		return
	}
	n.documents, n.shared = append(n.documents, named{p.Words, set, id, 0}), append(n.shared, 0)
	for _, w := range p.Words {
		n.frequency[w]++
	}
}

// list enters document d under its rarest words. A document that is similar enough lacks at most ⌊n·(1 − least)⌋ of the n words,
// so of that many and k more it has k. Words that are rare so far have few holders.
func (n *Near) list(d int) {
	of := &n.documents[d]
	rarest := slices.Clone(of.words)
	slices.SortFunc(rarest, func(a, b uint64) int { return cmp.Or(cmp.Compare(n.frequency[a], n.frequency[b]), cmp.Compare(a, b)) })
	lacking := int(math.Floor(float64(len(rarest))*(1-n.least) + rounding))
	of.fewest = int32(min(more, len(rarest)-lacking))
	for _, w := range rarest[:lacking+int(of.fewest)] {
		n.holders[w] = append(n.holders[w], int32(d))
	}
}

// more is k of list: texts on different subjects hardly share four rare words.
const more = 4

// leastWords is how many different words a document must have.
const leastWords = 20

// rounding is above the rounding errors of a number of words times a share.
const rounding = 1e-6

// alike reports whether the Jaccard similarity of two rising sets is at least a limit: whether |a ∩ b| is at least least / (1 +
// least) · (|a| + |b|).
func alike(a, b []uint64, least float64) bool {
	need := int(math.Ceil(least/(1+least)*float64(len(a)+len(b)) - rounding))
	both, i, j := 0, 0, 0
	for both < need && both+min(len(a)-i, len(b)-j) >= need {
		switch cmp.Compare(a[i], b[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return both >= need
}
