package text

// compared is the limit on the product of the words of a text and the words of phrases. Above it one pass for all phrases
// takes less time than one search per phrase, whatever the words are.
const compared = 1 << 20

// tooMany reports whether a search phrase by phrase could take long: its time grows with the product.
func tooMany(source []string, phrases [][]string) bool {
	words := 0
	for _, p := range phrases {
		words += len(p)
	}
	return words > 0 && len(source) > compared/words
}

// findAll is find for many phrases: its time grows with the sum of the words of the text and of the phrases, not with
// their product.
func (s *Stemmer) findAll(source []string, phrases [][]string) (places []int) {
	t := &tree{words: map[string]int32{}, child: map[edge]int32{}, nodes: make([]node, 1)}
	ends := t.grow(s, phrases)
	t.walk(s, source)
	for k, p := range phrases {
		place := -1
		if end := t.nodes[ends[k]].seen; end > 0 && wordy(p) {
			place = end - len(p)
		}
		places = append(places, place)
	}
	return places
}

// tree holds the prefixes of phrases, for the automaton of Aho and Corasick, "Efficient string matching: an aid to
// bibliographic search" (1975), with stems in place of letters. Node 0 is the empty prefix.
type tree struct {
	words map[string]int32 // numbers of the stems of phrases
	child map[edge]int32   // the node of a prefix with one more word
	nodes []node
}

type edge struct{ node, word int32 }

type node struct {
	suffix int32 // the longest prefix of a phrase that is a proper suffix of this one
	seen   int   // number of words of the text up to the end of its first occurrence; 0: not seen
}

// grow inserts the phrases and returns the node of each.
func (t *tree) grow(s *Stemmer, phrases [][]string) (ends []int32) {
	ends = make([]int32, len(phrases))
	live := make([]int, len(phrases)) // phrases longer than depth
	for k := range live {
		live[k] = k
	}
	// Insert word by word of all phrases: the suffix of a node is a shorter prefix, and those must all exist.
	for depth := 0; len(live) > 0; depth++ {
		longer := live[:0]
		for _, k := range live {
			if depth < len(phrases[k]) {
				ends[k] = t.plant(ends[k], s.Stem(phrases[k][depth]))
				longer = append(longer, k)
			}
		}
		live = longer
	}
	return ends
}

// plant returns the child of a node, adding it if necessary.
func (t *tree) plant(parent int32, stem string) int32 {
	word, ok := t.words[stem]
	if !ok {
		word = int32(len(t.words))
		t.words[stem] = word
	}
	if n, ok := t.child[edge{parent, word}]; ok {
		return n
	}
	var suffix int32
	// A single word has no proper suffix but the empty prefix; from the root it would find itself.
	if parent != 0 {
		suffix = t.step(t.nodes[parent].suffix, word)
	}
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{suffix: suffix})
	t.child[edge{parent, word}] = n
	return n
}

// step returns the longest prefix that the words read so far end with, after one more word at node n.
func (t *tree) step(n, word int32) int32 {
	for {
		if child, ok := t.child[edge{n, word}]; ok {
			return child
		}
		if n == 0 {
			return 0
		}
		n = t.nodes[n].suffix
	}
}

// walk reads the text and records in every node where it first occurs.
func (t *tree) walk(s *Stemmer, source []string) {
	var n int32
	for i, w := range source {
		word, ok := t.words[s.Stem(w)]
		if !ok {
			// No phrase contains this word, so none continues across it.
			n = 0
			continue
		}
		n = t.step(n, word)
		// If a node was seen, so were all its suffixes: without this stop the time would grow with the depth of the tree.
		for m := n; m != 0 && t.nodes[m].seen == 0; m = t.nodes[m].suffix {
			t.nodes[m].seen = i + 1
		}
	}
}
