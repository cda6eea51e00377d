package variant

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// tally counts a concept.
type tally struct {
	documents int64
	scores    int64 // sum, in units of 2^-scoreBits, so that it is the same in any order
	year      int32 // the first one; 0 for none
}

const scoreBits = 32

// Count counts a document with its phrases, all of which Merge has seen. Of several phrases of one concept the best counts. year is 0 if
// it is not known.
func (c *Concepts) Count(phrases []schemas.Phrase, year int32) {
	best := make(map[int32]float32, len(phrases))
	for _, p := range phrases {
		if i, ok := c.phrases.number[p.Phrase]; ok {
			n := c.first(c.of[i])
			best[n] = max(best[n], p.Score)
		}
	}
	for n, score := range best {
		t := &c.tallies[n]
		t.documents++
		t.scores += int64(float64(score) * (1 << scoreBits))
		if year != 0 && (t.year == 0 || year < t.year) {
			t.year = year
		}
	}
}

// Each passes the concepts to do, those of most documents first. Concepts of the earlier corpus that this one lacks are among them, with
// 0 documents, so that their ids are not given to others. Only one row is in memory at a time.
func (c *Concepts) Each(do func(*schemas.MergedPhrase) error) error {
	members := make([][]int32, len(c.nodes)) // by the first node of a concept: its spellings
	for i, n := range c.of {
		n = c.first(n)
		members[n] = append(members[n], int32(i))
	}
	var order []int32
	for n, all := range members {
		if len(all) > 0 {
			c.sort(all)
			order = append(order, int32(n))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.tallies[b].documents, c.tallies[a].documents),
			cmp.Compare(c.phrases.entries[members[a][0]].text, c.phrases.entries[members[b][0]].text))
	})
	taken := c.taken()
	for _, n := range order {
		r := c.row(n, members[n])
		if r.ID == "" {
			r.ID = fresh(c.keyFor(members[n]), taken)
		}
		if err := do(r); err != nil {
			return err
		}
	}
	return nil
}

// Name gives a concept of a thesaurus, by its URI, to the concept that has a label of it; it does nothing if no phrase is spelt so.
func (c *Concepts) Name(label string, english bool, uri string) {
	n, ok := c.byKey[c.keyOf(label, english)]
	if !ok {
		return
	}
	if n = c.first(n); !slices.Contains(c.named[n], uri) {
		c.named[n] = append(c.named[n], uri)
	}
}

// row makes the row of a concept with its spellings in order. The id is "" for a concept that the earlier corpus lacks.
func (c *Concepts) row(n int32, members []int32) *schemas.MergedPhrase {
	r := &schemas.MergedPhrase{Concepts: c.named[n]}
	for _, m := range members {
		r.Variants = append(r.Variants, c.phrases.entries[m].text)
	}
	r.Phrase = r.Variants[0]
	if t := &c.tallies[n]; t.documents > 0 {
		score := float32(float64(t.scores) / float64(t.documents) / (1 << scoreBits))
		r.Documents, r.Score = t.documents, &score
		if t.year != 0 {
			r.FirstYear = &t.year
		}
	}
	if node := &c.nodes[c.of[members[0]]]; node.short() {
		r.StandsFor = c.forms.meanings(acronymKey(node.key))
	}
	c.inherit(n, r)
	return r
}

// sort puts the spellings of a concept in order: long forms before those with their acronym and both before acronyms, then those that most documents have. Spellings that differ
// in capitals alone count together.
func (c *Concepts) sort(members []int32) {
	folded := map[string]int64{}
	for _, m := range members {
		e := &c.phrases.entries[m]
		folded[strings.ToLower(e.text)] += e.documents
	}
	rank := func(m int32) int {
		text := c.phrases.entries[m].text
		switch long, _ := defines(text); {
		case long != "":
			return 1
		case c.nodes[c.of[m]].short():
			return 2
		}
		if _, ok := Acronym(text); ok && c.nodes[c.of[m]].documents == 0 { // of an earlier corpus
			return 2
		}
		return 0
	}
	slices.SortFunc(members, func(i, j int32) int {
		a, b := &c.phrases.entries[i], &c.phrases.entries[j]
		return cmp.Or(cmp.Compare(rank(i), rank(j)), cmp.Compare(folded[strings.ToLower(b.text)], folded[strings.ToLower(a.text)]),
			cmp.Compare(b.documents, a.documents), cmp.Compare(a.text, b.text))
	})
}

// keyFor returns the key that a new id of a concept is made of. It does not depend on counts: the first of its keys by the alphabet that
// is not of an acronym, if there is one.
func (c *Concepts) keyFor(members []int32) string {
	keys := make([]string, len(members))
	for i, m := range members {
		n := &c.nodes[c.of[m]]
		if keys[i] = n.key; n.short() {
			keys[i] = "~" + n.key // behind all others
		}
	}
	return strings.TrimPrefix(slices.Min(keys), "~")
}

// inherit gives a row what the earlier corpus has of its concept: the id of the row with most documents there, the ids of all others as
// replaced ones, and the first year.
func (c *Concepts) inherit(n int32, r *schemas.MergedPhrase) {
	rows := slices.Clone(c.previous[n])
	slices.SortFunc(rows, func(i, j int) int {
		a, b := &c.earlier[i], &c.earlier[j]
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.ID, b.ID))
	})
	for k, i := range rows {
		old := &c.earlier[i]
		if k == 0 {
			r.ID = old.ID
		} else {
			r.Replaces = append(r.Replaces, old.ID)
		}
		r.Replaces = append(r.Replaces, old.Replaces...)
		if old.FirstYear != nil && (r.FirstYear == nil || *old.FirstYear < *r.FirstYear) {
			r.FirstYear = old.FirstYear
		}
	}
	slices.Sort(r.Replaces)
	r.Replaces = slices.Compact(r.Replaces)
}

// taken returns the ids that are or were those of concepts of the earlier corpus.
func (c *Concepts) taken() map[string]bool {
	taken := map[string]bool{}
	for _, row := range c.earlier {
		taken[row.ID] = true
		for _, id := range row.Replaces {
			taken[id] = true
		}
	}
	return taken
}

// fresh returns the id of a key, another one if it is taken. Two keys of a corpus have the same id once in 2^80 pairs.
func fresh(key string, taken map[string]bool) string {
	for again := 1; ; again++ {
		if id := hashed(key, again); !taken[id] {
			return id
		}
	}
}

// hashed returns the id of a key: p and 16 letters and digits, of 80 bits of a hash. No spreadsheet takes it for a number.
func hashed(key string, again int) string {
	if again > 1 {
		key += fmt.Sprintf("\x00%d", again)
	}
	sum := sha256.Sum256([]byte(key))
	return "p" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}
