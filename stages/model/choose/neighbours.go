package choose

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
)

// NeighboursFile is the name of the neighbours' file in a model folder.
const NeighboursFile = "neighbours.parquet"

// Neighbours finds the labelled documents that are most similar to a text, whose keyphrases are evidence of its own. A
// document is the set of its most telling words. The similarity of two documents is the cosine of the vectors with log(N / n)
// for each of their words, where n of the N labelled documents have the word in their text. Nil has no documents.
// Neighbours is safe for concurrent use.
type Neighbours struct {
	words   map[string]int // index in rarity and holders, by stem
	rarity  []float32      // of each word, log(N / n)²
	holders [][]int32      // documents with each word, rising
	length  []float32      // 1 / the length of the vector of each document
	given   [][]int32      // keyphrases of each document
	phrases []keyphrase
	digest  string
	scratch sync.Pool // of *scratch
}

// scratch is memory for a search: sums of squares by document, all 0, and an empty list.
type scratch struct {
	sums  []float32
	found []int32
}

// keyphrase is a keyphrase of labelled documents.
type keyphrase struct {
	stems, spelling string // words joined by blanks
}

// NewNeighbours makes Neighbours from the rows of a file. Rows out of order, and those without documents,
// are schemas.ErrDamaged.
func NewNeighbours(rows []schemas.Neighbour) (*Neighbours, error) {
	n := &Neighbours{words: map[string]int{}}
	documents := 0
	for i := range rows {
		last := 0
		for _, gap := range rows[i].Documents {
			last += int(gap)
		}
		documents = max(documents, last+1)
	}
	n.length, n.given = make([]float32, documents), make([][]int32, documents)
	sum := sha256.New()
	for i, r := range rows {
		if i > 0 && !before(rows[i-1], r) || len(r.Documents) == 0 || r.Keyphrase == "" && r.Found < int64(len(r.Documents)) {
			return nil, fmt.Errorf("%w: row %d: %q", schemas.ErrDamaged, i+1, r.Stems)
		}
		sum.Write(bytesOf(r))
		n.learn(r, documents)
	}
	for i, l := range n.length {
		if l > 0 {
			n.length[i] = 1 / sqrt(l)
		}
	}
	n.digest = hex.EncodeToString(sum.Sum(nil))
	return n, nil
}

// bytesOf returns the content of a row, without ambiguity.
func bytesOf(r schemas.Neighbour) []byte {
	b := make([]byte, 0, 32+len(r.Stems)+len(r.Keyphrase)+2*len(r.Documents))
	b = append(append(append(append(b, r.Stems...), 0), r.Keyphrase...), 0)
	b = binary.AppendVarint(binary.AppendVarint(b, r.Found), int64(len(r.Documents)))
	for _, d := range r.Documents {
		b = binary.AppendVarint(b, int64(d))
	}
	return b
}

// before reports whether rows are in order.
func before(a, b schemas.Neighbour) bool {
	if word := b.Keyphrase == ""; word != (a.Keyphrase == "") {
		return !word
	}
	return a.Stems < b.Stems
}

// learn adds a row.
func (n *Neighbours) learn(r schemas.Neighbour, documents int) {
	of, at := make([]int32, len(r.Documents)), int32(0)
	for i, gap := range r.Documents {
		at += gap
		of[i] = at
	}
	if r.Keyphrase != "" {
		for _, d := range of {
			n.given[d] = append(n.given[d], int32(len(n.phrases)))
		}
		n.phrases = append(n.phrases, keyphrase{r.Stems, r.Keyphrase})
		return
	}
	w := math.Log(float64(documents) / float64(r.Found))
	square := float32(max(w, 0) * max(w, 0))
	for _, d := range of {
		n.length[d] += square
	}
	n.words[r.Stems] = len(n.holders)
	n.rarity, n.holders = append(n.rarity, square), append(n.holders, of)
}

// Digest returns the hexadecimal SHA-256 of the rows, "" for nil.
func (n *Neighbours) Digest() string {
	if n == nil || len(n.given) == 0 {
		return ""
	}
	return n.digest
}

// Limits of what is a neighbour.
const (
	mostNeighbours = 100 // the most similar ones
	same           = .9  // a document that is as similar as this is the same one, and no evidence
	mostVoted      = 20  // keyphrases with the most votes, which become candidates even if they are not in the text
)

// vote is how the neighbours of a document speak for a phrase.
type vote struct {
	Sum, Best float32 // sum and greatest of the similarities of neighbours that have it as a keyphrase
	Count     int     // number of these neighbours
	First     int     // how many neighbours are more similar than the first of them

	phrase int32
}

// neighbour is a document and its similarity.
type neighbour struct {
	document   int32
	similarity float32
}

// near returns the neighbours of a text, given as stems, the most similar first.
func (n *Neighbours) near(stems []string) (all []neighbour) {
	memory, _ := n.scratch.Get().(*scratch)
	if memory == nil {
		memory = &scratch{sums: make([]float32, len(n.given))}
	}
	sums, found := memory.sums, memory.found
	seen, own := make(map[string]bool, len(stems)), float32(0)
	for _, s := range stems {
		w, ok := n.words[s]
		if !ok || seen[s] {
			continue
		}
		seen[s] = true
		square := n.rarity[w]
		own += square
		for _, d := range n.holders[w] {
			if sums[d] == 0 {
				found = append(found, d)
			}
			sums[d] += square
		}
	}
	own = 1 / sqrt(own)
	all = make([]neighbour, 0, mostNeighbours+1)
	for _, d := range found {
		if s := sums[d] * n.length[d] * own; s > 0 && s < same {
			all = insert(all, neighbour{d, s})
		}
		sums[d] = 0
	}
	memory.found = found[:0]
	n.scratch.Put(memory)
	return all
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// insert adds a neighbour to the most similar ones, in order, if it is one of them.
func insert(all []neighbour, n neighbour) []neighbour {
	if len(all) == mostNeighbours && !n.nearer(all[mostNeighbours-1]) {
		return all
	}
	at := sort.Search(len(all), func(i int) bool { return n.nearer(all[i]) })
	all = slices.Insert(all, at, n)
	return all[:min(len(all), mostNeighbours)]
}

// nearer reports whether n comes before o.
func (n neighbour) nearer(o neighbour) bool {
	return n.similarity > o.similarity || n.similarity == o.similarity && n.document < o.document
}

// votes returns the votes for phrases, by their stems joined by blanks, and the phrases with the greatest sums, the greatest
// first. mean is the mean similarity of mostNeighbours neighbours; missing ones count as 0.
func (n *Neighbours) votes(stems []string) (votes map[string]*vote, most []keyphrase, mean float64) {
	if n == nil {
		return nil, nil, 0
	}
	votes = map[string]*vote{}
	var all []*vote
	for rank, near := range n.near(stems) {
		mean += float64(near.similarity) / mostNeighbours
		for _, p := range n.given[near.document] {
			v := votes[n.phrases[p].stems]
			if v == nil {
				v = &vote{Best: near.similarity, First: rank, phrase: p}
				votes[n.phrases[p].stems] = v
				all = append(all, v)
			}
			v.Sum, v.Count = v.Sum+near.similarity, v.Count+1
		}
	}
	slices.SortFunc(all, func(a, b *vote) int { return cmp.Or(cmp.Compare(b.Sum, a.Sum), cmp.Compare(a.phrase, b.phrase)) })
	for _, v := range all[:min(len(all), mostVoted)] {
		most = append(most, n.phrases[v.phrase])
	}
	return votes, most, mean
}

// addVoted adds the phrases for which the neighbours vote most.
func (e *evidence) addVoted() {
	for _, p := range e.voted {
		if words := strings.Fields(p.spelling); counts(words) {
			e.phrase(strings.Fields(p.stems), words)
		}
	}
}
