package choose

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"sort"
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

// NewNeighbours makes Neighbours from the rows of a file. Rows out of order, those without documents, and documents that do not rise
// are schemas.ErrDamaged.
func NewNeighbours(rows []schemas.Neighbour) (*Neighbours, error) {
	return NeighboursOf(schemas.NeighbourColumnsOf(rows))
}

// NeighboursOf is NewNeighbours for the columns of a file, which it keeps.
func NeighboursOf(c *schemas.NeighbourColumns) (*Neighbours, error) {
	digested := make(chan string, 1)
	go func() { digested <- digest(c) }() // which takes as long as all that follows
	all, documents, err := lists(c)
	if err != nil {
		return nil, err
	}
	words, err := order(c)
	if err != nil {
		return nil, err
	}
	n := &Neighbours{words: make(map[string]int32, words), phrases: keyphrases{c, words, maphash.MakeSeed()}}
	n.holders = rank.Index{Lists: all.Slice(0, words), Scale: make([]float32, documents)}
	phrases := all.Slice(words, len(c.Found))
	n.given = phrases.Invert(documents)
	for i := range words {
		n.words[c.Stems.At(i)] = int32(i)
		w := rank.TFIDF(1, float64(c.Found[i]), float64(documents))
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

// order returns the number of rows of words, which come first.
func order(c *schemas.NeighbourColumns) (words int, err error) {
	for i := range c.Found {
		word := c.Keyphrases.At(i) == ""
		switch {
		case i == 0, words == i && !word: // the first row, and the first of a keyphrase
		case word && words < i, c.Stems.At(i-1) >= c.Stems.At(i):
			return 0, wrong(c, i, "it is out of order")
		}
		if word {
			words++
		}
	}
	return words, nil
}

// wrong is the error about a row.
func wrong(c *schemas.NeighbourColumns, row int, what string) error {
	return fmt.Errorf("%w: row %d: %q: %s", schemas.ErrDamaged, row+1, c.Stems.At(row), what)
}

// mostDocuments is a limit of the numbers of documents, which bounds memory whatever a file claims. It is that of the setting
// neighbours of train.
const mostDocuments = 4_000_000

// lists returns the documents of each row, and the number of all documents.
func lists(c *schemas.NeighbourColumns) (l rank.Lists, documents int, err error) {
	all, at := c.Documents.All(), 0
	l = rank.NewLists(len(c.Found), numbers(all))
	for i, found := range c.Found {
		last, n := int32(-1), int64(0)
		for end := at + len(c.Documents.At(i)); at < end; n++ {
			step, size := varint(all[at:])
			next := max(last, 0) + step
			if at += size; size == 0 || at > end || next <= last || next > mostDocuments {
				return l, 0, wrong(c, i, "its documents do not rise")
			}
			l.Append(next)
			last = next
		}
		if n == 0 || found < n && c.Keyphrases.At(i) == "" {
			return l, 0, wrong(c, i, fmt.Sprintf("%d documents have it, %d in their text", n, found))
		}
		l.End()
		documents = max(documents, int(last)+1)
	}
	return l, documents, nil
}

// numbers returns how many numbers steps are. The last byte of each lacks the highest bit.
func numbers(steps string) (n int) {
	const highest = 0x8080808080808080
	for ; len(steps) >= 8; steps = steps[8:] {
		n += 8 - bits.OnesCount64(binary.LittleEndian.Uint64([]byte(steps[:8]))&highest)
	}
	for i := range len(steps) {
		n += int(^steps[i] >> 7)
	}
	return n
}

// varint is binary.Varint for the start of a text: a number and its size, 0 if it is cut off or takes more than 4 bytes. It has no
// branch for the size, which nothing foretells.
func varint(b string) (n int32, size int) {
	if len(b) < 4 {
		b += "\xff\xff\xff\xff" // of a number that goes on
	}
	x := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	ends := ^x & 0x80808080
	if ends == 0 {
		return 0, 0
	}
	size = bits.TrailingZeros32(ends)/8 + 1
	x &= 1<<(8*size) - 1
	x = x&0x7f | x>>1&0x3f80 | x>>2&0x1fc000 | x>>3&0xfe00000
	return int32(x>>1) ^ -int32(x&1), size
}

// digest returns the hexadecimal SHA-256 of the rows.
func digest(c *schemas.NeighbourColumns) string {
	sum, b := sha256.New(), []byte(nil)
	for i := range c.Found {
		if b = appendRow(b, c, i); len(b) > 1<<12 || i == len(c.Found)-1 {
			sum.Write(b)
			b = b[:0]
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// appendRow appends the content of a row, without ambiguity.
func appendRow(b []byte, c *schemas.NeighbourColumns, i int) []byte {
	b = append(append(append(append(b, c.Stems.At(i)...), 0), c.Keyphrases.At(i)...), 0)
	steps := c.Documents.At(i)
	return append(binary.AppendVarint(binary.AppendVarint(b, c.Found[i]), int64(numbers(steps))), steps...)
}

// Digest returns the hexadecimal SHA-256 of the rows, "" for nil.
func (n *Neighbours) Digest() string {
	if n == nil || len(n.holders.Scale) == 0 {
		return ""
	}
	return n.digest
}

// keyphrases are the keyphrases of labelled documents, in order of their stems.
type keyphrases struct {
	*schemas.NeighbourColumns
	first int // row
	seed  maphash.Seed
}

func (k *keyphrases) stems(i int32) string { return k.Stems.At(k.first + int(i)) }
func (k *keyphrases) words(i int32) string { return k.Keyphrases.At(k.first + int(i)) }

// spelling returns how most documents spell a keyphrase, "" if that is not known or as its words.
func (k *keyphrases) spelling(i int32) string { return k.Spellings.At(k.first + int(i)) }

// len returns the number of keyphrases.
func (k *keyphrases) len() int { return len(k.Found) - k.first }

// find returns the number of the keyphrase with these stems.
func (k *keyphrases) find(stems string) (i int32, ok bool) {
	n := sort.Search(k.len(), func(i int) bool { return k.stems(int32(i)) >= stems })
	return int32(n), n < k.len() && k.stems(int32(n)) == stems
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
	return &scratch{make([]float32, len(n.holders.Scale)), make([]int32, n.phrases.len())}
}

// near returns the neighbours of a text, given as its distinct stems, the most similar first.
func (n *Neighbours) near(stems []string, m *scratch) []rank.Near {
	own, rarities, vector := float32(0), make([]float32, 0, len(stems)), make([]rank.Near, 0, len(stems))
	for _, s := range stems {
		w, ok := n.words[s]
		if !ok {
			continue
		}
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
