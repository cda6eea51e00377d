package variant

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
)

// Merged says how many phrases were merged, by what.
type Merged struct {
	Spellings int64 // spellings that became a variant of another one by their keys
	Acronyms  int64 // acronyms that were merged with their long form
	Ambiguous int64 // acronyms that stay by themselves although documents define them
	Earlier   int64 // concepts of the earlier corpus that are now one with another one of it
}

// Concepts are the phrases of a corpus, merged.
type Concepts struct {
	Merged
	phrases  *Phrases
	forms    *Forms
	of       []int32 // by spelling: its node
	nodes    []node
	byKey    map[string]int32
	upper    map[string]bool        // words that are written in capitals with an S at the end more often than in small letters
	joined   map[string]bool        // keys of words in capitals that are one with their small letters
	earlier  []schemas.MergedPhrase // rows of an earlier corpus
	previous map[int32][]int        // by the first node of a concept: rows of the earlier corpus
	tallies  []tally                // by the first node of a concept
	named    map[int32][]string     // by the first node of a concept: URIs of a thesaurus
}

// node is a key with all its spellings, and then a concept.
type node struct {
	key       string
	above     int32 // node of the same concept; itself for the first one
	documents int64
	acronyms  int64 // documents of those spellings that may be acronyms
}

// Merge finds the spellings of each concept. forms are those that the documents define, and earlier is what Rows returned for an
// earlier corpus. It fails if there are more than MostPhrases.
func Merge(p *Phrases, forms *Forms, earlier []schemas.MergedPhrase) (*Concepts, error) {
	for _, row := range earlier {
		for _, v := range row.Variants {
			if _, err := p.add(v); err != nil {
				return nil, err
			}
		}
	}
	c := &Concepts{phrases: p, forms: forms, byKey: map[string]int32{}, earlier: earlier, named: map[int32][]string{}}
	c.capitals()
	c.keys()
	c.acronyms()
	c.before()
	c.tallies = make([]tally, len(c.nodes))
	return c, nil
}

// first returns the first node of the concept of a node.
func (c *Concepts) first(n int32) int32 {
	for c.nodes[n].above != n {
		c.nodes[n].above = c.nodes[c.nodes[n].above].above
		n = c.nodes[n].above
	}
	return n
}

// unite makes two concepts one and reports whether they were two.
func (c *Concepts) unite(a, b int32) bool {
	a, b = c.first(a), c.first(b)
	if a == b {
		return false
	}
	c.nodes[max(a, b)].above = min(a, b)
	return true
}

// keyOf returns the key of a spelling in this corpus.
func (c *Concepts) keyOf(text string, english bool) string {
	key := c.plainKey(text, english)
	if small, ok := strings.CutPrefix(key, capitals); ok && c.joined[key] {
		return strings.ToLower(small)
	}
	return key
}

// plainKey returns the key of a spelling before words in capitals become one with their small letters. A phrase that defines an
// acronym, graph neural network (GNN), has the key of its long form, and rdfs is RDFS, if that is a phrase, and not several of RDF.
func (c *Concepts) plainKey(text string, english bool) string {
	if c.upper[text] {
		return text
	}
	if long, _ := defines(text); long != "" {
		text = long
	}
	return Key(text, english)
}

// defines returns the long form and the acronym of a phrase that is a definition.
func defines(phrase string) (long, short string) {
	if !strings.HasSuffix(phrase, ")") {
		return "", ""
	}
	Definitions(phrase, func(s, l string) {
		if strings.HasPrefix(phrase, l) {
			long, short = l, s
		}
	})
	return long, short
}

// keys makes a node of every key.
func (c *Concepts) keys() {
	c.of = make([]int32, c.phrases.Len())
	for i := range c.phrases.entries {
		e := &c.phrases.entries[i]
		key := c.keyOf(e.text, e.isEnglish())
		if key == "" {
			key = e.text // of marks alone
		}
		n, ok := c.byKey[key]
		if !ok {
			n = int32(len(c.nodes))
			c.byKey[key] = n
			c.nodes = append(c.nodes, node{key: key, above: n})
		} else {
			c.Spellings++
		}
		c.of[i] = n
		c.nodes[n].documents += e.documents
		if _, ok := Acronym(e.text); ok {
			c.nodes[n].acronyms += e.documents
		}
	}
}

// capitals finds the words with capitals that are one with their small letters. Those in capitals alone are if they cannot be a word,
// as they have no vowel or a digit, or if longer phrases nearly always write them in capitals. Those with capitals inside are if
// the same word has no capitals inside elsewhere, or its parts begin with capitals when they are apart: GraphRAG and Graph RAG.
func (c *Concepts) capitals() {
	c.joined, c.upper = map[string]bool{}, map[string]bool{}
	open := map[string]*places{} // by the word in small letters
	for i := range c.phrases.entries {
		e := &c.phrases.entries[i]
		key, ok := strings.CutPrefix(Key(e.text, true), capitals)
		if !ok {
			continue
		}
		c.final(e)
		small := strings.ToLower(key)
		if open[small] == nil {
			open[small] = &places{}
		}
		if key != small {
			open[small].inside = append(open[small].inside, key)
		}
	}
	for i := range c.phrases.entries {
		e := &c.phrases.entries[i]
		all := words(e.text, true)
		if at := open[c.plainKey(e.text, true)]; at != nil {
			at.alone = true
			at.one = at.one || len(all) == 1
			at.parts = at.parts || !slices.ContainsFunc(all, func(w string) bool { return strings.ToLower(w[:1]) == w[:1] })
		}
		if len(all) == 1 {
			continue
		}
		for _, w := range all {
			if short, ok := acronym(w); ok && inCapitals(short) && open[strings.ToLower(short)] != nil {
				open[strings.ToLower(short)].capital += e.documents
			} else if at := open[strings.ToLower(w)]; at != nil {
				at.small += e.documents
			}
		}
	}
	for small, at := range open {
		if at.joinsCapitals(small) {
			c.joined[capitals+small] = true
		}
		for _, word := range at.inside {
			c.joined[capitals+word] = at.one || at.parts
		}
	}
}

// places is what is known of a word with capitals.
type places struct {
	inside            []string // its spellings with capitals inside
	alone, one, parts bool     // there are phrases with its small letters; of one word; of words that all begin with a capital
	capital, small    int64    // documents with longer phrases that write it in capitals and in small letters
}

// joinsCapitals reports whether a word in capitals is one with its small letters.
func (p *places) joinsCapitals(small string) bool {
	if !p.alone {
		return false
	}
	if !strings.ContainsAny(small, "aeiouy") || strings.ContainsFunc(small, unicode.IsDigit) {
		return true
	}
	return p.capital >= leastCapitals && p.capital >= timesCapitals*p.small
}

// final records a word in capitals that ends with S, which is no plural.
func (c *Concepts) final(e *entry) {
	if lower := strings.ToLower(e.text); strings.HasSuffix(e.text, "S") {
		if small, ok := c.phrases.number[lower]; !ok || c.phrases.entries[small].documents < e.documents {
			c.upper[lower] = true
		}
	}
}

// Limits for a word in capitals that is one with its small letters.
const (
	leastCapitals = 3 // documents with longer phrases that write it in capitals
	timesCapitals = 4 // so many for each that does not
)

// acronyms makes acronyms one with their long forms.
func (c *Concepts) acronyms() {
	for i := range c.phrases.entries {
		e := &c.phrases.entries[i]
		if long, short := defines(e.text); long != "" {
			c.forms.Add(short, long, e.documents)
		}
	}
	for i := range c.nodes {
		n := &c.nodes[i]
		if n.short() {
			long := c.forms.dominant(acronymKey(n.key))
			if to, ok := c.byKey[long]; ok && long != "" {
				if c.unite(int32(i), to) {
					c.Acronyms++
				}
			} else if len(c.forms.of[acronymKey(n.key)]) > 0 {
				c.Ambiguous++
			}
		}
	}
}

// short reports whether most documents write the spellings of a node as an acronym.
func (n *node) short() bool { return n.acronyms > 0 && 2*n.acronyms >= n.documents }

// before makes one what was one in the earlier corpus.
func (c *Concepts) before() {
	for _, row := range c.earlier {
		for _, v := range row.Variants {
			c.unite(c.node(row.Variants[0]), c.node(v))
		}
	}
	c.previous = map[int32][]int{}
	for i, row := range c.earlier {
		first := c.first(c.node(row.Variants[0]))
		if len(c.previous[first]) > 0 {
			c.Earlier++
		}
		c.previous[first] = append(c.previous[first], i)
	}
}

func (c *Concepts) node(phrase string) int32 { return c.of[c.phrases.number[phrase]] }
