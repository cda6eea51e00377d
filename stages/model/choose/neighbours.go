package choose

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// NeighboursFile is the name of the neighbours' file in a model folder.
const NeighboursFile = "neighbours.parquet"

// Neighbours finds the labelled documents that are most similar to a text, whose keyphrases are evidence of its own. A
// document is the set of its most telling words. The similarity of two documents is the cosine of the vectors with log(N / n)
// for each of their words, where n of the N labelled documents have the word in their text. Nil has no documents.
// Neighbours is safe for concurrent use.
type Neighbours struct {
	words   map[string]int32 // number of each, by stem
	rarity  []float32        // of each word, log(N / n)²
	holders rank.Index       // documents with each word; their scale is 1 / the length of the vector
	given   rank.Lists       // keyphrases of each document, rising
	phrases keyphrases
	digest  string
	scratch sync.Pool // of *scratch
}

// NewNeighbours makes Neighbours from the rows of a file. Rows out of order, and those without documents,
// are schemas.ErrDamaged.
func NewNeighbours(rows []schemas.Neighbour) (*Neighbours, error) {
	words, documents, err := size(rows)
	if err != nil {
		return nil, err
	}
	digested := make(chan string, 1)
	go func() { digested <- digest(rows) }() // which takes as long as all that follows
	n := &Neighbours{words: make(map[string]int32, words), phrases: newKeyphrases(rows[words:])}
	n.holders = rank.Index{Lists: newLists(rows[:words]), Scale: make([]float32, documents)}
	phrases := newLists(rows[words:])
	n.given = phrases.Invert(documents)
	for i, r := range rows[:words] {
		n.words[strings.Clone(r.Stems)] = int32(i)
		w := rank.TFIDF(1, float64(r.Found), float64(documents))
		square := float32(max(w, 0) * max(w, 0))
		n.rarity = append(n.rarity, square)
		for _, d := range n.holders.Of(int32(i)) {
			n.holders.Scale[d] += square
		}
	}
	for i, l := range n.holders.Scale {
		if l > 0 {
			n.holders.Scale[i] = 1 / sqrt(l)
		}
	}
	n.digest = <-digested
	return n, nil
}

// size returns the number of rows of words, which come first, and of documents.
func size(rows []schemas.Neighbour) (words, documents int, err error) {
	for i, r := range rows {
		if i > 0 && !before(&rows[i-1], &r) || len(r.Documents) == 0 || r.Keyphrase == "" && r.Found < int64(len(r.Documents)) {
			return 0, 0, fmt.Errorf("%w: row %d: %q", schemas.ErrDamaged, i+1, r.Stems)
		}
		if r.Keyphrase == "" {
			words++
		}
		last := 0
		for _, gap := range r.Documents {
			last += int(gap)
		}
		documents = max(documents, last+1)
	}
	return words, documents, nil
}

// before reports whether rows are in order.
func before(a, b *schemas.Neighbour) bool {
	if word := b.Keyphrase == ""; word != (a.Keyphrase == "") {
		return !word
	}
	return a.Stems < b.Stems
}

// digest returns the hexadecimal SHA-256 of the rows.
func digest(rows []schemas.Neighbour) string {
	sum, b := sha256.New(), []byte(nil)
	for i := range rows {
		if b = appendRow(b, &rows[i]); len(b) > 1<<12 || i == len(rows)-1 {
			sum.Write(b)
			b = b[:0]
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// appendRow appends the content of a row, without ambiguity.
func appendRow(b []byte, r *schemas.Neighbour) []byte {
	b = append(append(append(append(b, r.Stems...), 0), r.Keyphrase...), 0)
	b = binary.AppendVarint(binary.AppendVarint(b, r.Found), int64(len(r.Documents)))
	for _, d := range r.Documents {
		b = binary.AppendVarint(b, int64(d))
	}
	return b
}

// Digest returns the hexadecimal SHA-256 of the rows, "" for nil.
func (n *Neighbours) Digest() string {
	if n == nil || len(n.holders.Scale) == 0 {
		return ""
	}
	return n.digest
}

// newLists returns the documents of each row.
func newLists(rows []schemas.Neighbour) rank.Lists {
	n := 0
	for i := range rows {
		n += len(rows[i].Documents)
	}
	l := rank.NewLists(len(rows), n)
	for i := range rows {
		at := int32(0)
		for _, gap := range rows[i].Documents {
			at += gap
			l.Append(at)
		}
		l.End()
	}
	return l
}

// keyphrases are the keyphrases of labelled documents, in order of their stems.
type keyphrases struct {
	text   string // of each the stems, the words, both joined by blanks, and the spelling if it is another
	starts []int  // of these in text, and the end of the last
	seed   maphash.Seed
	hashes []uint32 // of the stems
}

func newKeyphrases(rows []schemas.Neighbour) keyphrases {
	k := keyphrases{starts: make([]int, 1, 3*len(rows)+1), seed: maphash.MakeSeed(), hashes: make([]uint32, len(rows))}
	var text strings.Builder
	size := 0
	for i := range rows {
		size += len(rows[i].Stems) + len(rows[i].Keyphrase) + len(rows[i].Spelling)
	}
	text.Grow(size)
	for i := range rows {
		for _, s := range []string{rows[i].Stems, rows[i].Keyphrase, rows[i].Spelling} {
			text.WriteString(s)
			k.starts = append(k.starts, text.Len())
		}
		k.hashes[i] = uint32(maphash.String(k.seed, rows[i].Stems))
	}
	k.text = text.String()
	return k
}

func (k *keyphrases) stems(i int32) string { return k.part(3 * i) }
func (k *keyphrases) words(i int32) string { return k.part(3*i + 1) }

// spelling returns how most documents spell a keyphrase, "" if that is not known or as its words.
func (k *keyphrases) spelling(i int32) string { return k.part(3*i + 2) }

func (k *keyphrases) part(i int32) string { return k.text[k.starts[i]:k.starts[i+1]] }

// find returns the number of the keyphrase with these stems.
func (k *keyphrases) find(stems string) (i int32, ok bool) {
	n := sort.Search(len(k.hashes), func(i int) bool { return k.stems(int32(i)) >= stems })
	return int32(n), n < len(k.hashes) && k.stems(int32(n)) == stems
}

// Telling is the largest number of words by which Neighbours knows a document.
const Telling = 25

// Limits of what is a neighbour.
const (
	mostNeighbours = 100 // the most similar ones
	// A document that is as similar as this to the Telling rarest words of a text is the same one, and no evidence. Of
	// documents in the built-in model's neighbours 99 in 100 are as similar to themselves; of others 3 in 1,000 have such a
	// neighbour.
	same      = .85
	mostVoted = 20 // keyphrases with the most votes, which become candidates even if they are not in the text
)

// scratch is memory for a search.
type scratch struct {
	sums  []float32 // of squares by document
	votes []int32   // by keyphrase, for rank.Votes
}

// memory returns scratch that search gives back.
func (n *Neighbours) memory() *scratch {
	if m, ok := n.scratch.Get().(*scratch); ok {
		return m
	}
	return &scratch{make([]float32, len(n.holders.Scale)), make([]int32, len(n.phrases.hashes))}
}

// near returns the neighbours of a text, given as stems, the most similar first.
func (n *Neighbours) near(stems []string, m *scratch) []rank.Near {
	seen, own, rarities, vector := make(map[int32]bool, len(stems)), float32(0), make([]float32, 0, len(stems)), make([]rank.Near, 0, len(stems))
	for _, s := range stems {
		w, ok := n.words[s]
		if !ok || seen[w] {
			continue
		}
		seen[w] = true
		square := n.rarity[w]
		own, rarities, vector = own+square, append(rarities, square), append(vector, rank.Near{Of: w, Weight: square})
	}
	rarest := 1 / sqrt(ofGreatest(rarities, Telling))
	return n.holders.Near(vector, 1/sqrt(own), mostNeighbours, m.sums, func(d int32, sum float32) bool {
		return sum*n.holders.Scale[d]*rarest >= same
	})
}

// ofGreatest returns the sum of the n greatest values, which it sorts.
func ofGreatest(values []float32, n int) (sum float32) {
	slices.Sort(values)
	for _, v := range values[max(0, len(values)-n):] {
		sum += v
	}
	return sum
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
