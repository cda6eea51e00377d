package text

// compared is how many words of a text may be compared with words of phrases, one phrase after the other, before one
// pass for all phrases takes less time whatever they are.
const compared = 1 << 20

// tooMany tells whether to look for the phrases one after the other could take long: the time grows with the product.
func tooMany(source []string, phrases [][]string) bool {
	words := 0
	for _, p := range phrases {
		words += len(p)
	}
	return words > 0 && len(source) > compared/words
}

// findAll is find for many phrases: its time grows with the words of the text and of the phrases, not with their
// product.
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

// tree holds the beginnings of phrases, for Aho and Corasick, "Efficient string matching: an aid to bibliographic
// search" (1975), with stems in the place of letters. Node 0 is the empty beginning.
type tree struct {
	words map[string]int32 // numbers of the stems of phrases
	child map[edge]int32   // the node of a beginning with one word more
	nodes []node
}

type edge struct{ node, word int32 }

type node struct {
	suffix int32 // the longest beginning of a phrase that is an end of this one, but not all of it
	seen   int   // number of words of the text up to and with its first occurrence; 0: not seen
}

// grow plants the phrases and returns the node of each.
func (t *tree) grow(s *Stemmer, phrases [][]string) (ends []int32) {
	ends = make([]int32, len(phrases))
	live := make([]int, len(phrases)) // phrases that are longer than depth
	for k := range live {
		live[k] = k
	}
	// Word by word of all phrases: the suffix of a node is found among shorter beginnings, which must all be there.
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

// plant returns the child of a node.
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
	if parent != 0 {
		suffix = t.step(t.nodes[parent].suffix, word)
	}
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{suffix: suffix})
	t.child[edge{parent, word}] = n
	return n
}

// step is the longest beginning that the words read so far end with, one word after it was n.
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

// walk reads the text and notes in every node where it is first seen.
func (t *tree) walk(s *Stemmer, source []string) {
	var n int32
	for i, w := range source {
		word, ok := t.words[s.Stem(w)]
		if !ok {
			n = 0
			continue
		}
		n = t.step(n, word)
		// Once a node is seen all its suffixes are: to go on would make the time grow with the depth of the tree.
		for m := n; m != 0 && t.nodes[m].seen == 0; m = t.nodes[m].suffix {
			t.nodes[m].seen = i + 1
		}
	}
}
