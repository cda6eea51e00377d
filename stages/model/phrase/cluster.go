package phrase

import (
	"slices"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// before returns the last boundary of grapheme clusters (Unicode Standard Annex 29) at or before byte i of the text.
func (f *field) before(i int32) int32 {
	if f.apart(i) {
		return i
	}
	k, _ := slices.BinarySearch(f.ends(), i+1) // the first end after i
	if k == 0 {
		return 0
	}
	return f.clusters[k-1]
}

// behind returns the first boundary of grapheme clusters at or after byte i of the text.
func (f *field) behind(i int32) int32 {
	if f.apart(i) {
		return i
	}
	k, _ := slices.BinarySearch(f.ends(), i)
	return f.clusters[k]
}

// apart reports whether a boundary is certain without cutting the text: between two ASCII characters, which only a
// line end joins, and at the ends of the text. Most texts need nothing else.
func (f *field) apart(i int32) bool {
	if i == 0 || int(i) == len(f.text) {
		return true
	}
	return f.text[i-1] < utf8.RuneSelf && f.text[i] < utf8.RuneSelf && f.text[i] != '\n'
}

// ends returns where the grapheme clusters of the text end, in ascending order. It cuts the text once, so time is
// linear in its length for any number of phrases.
func (f *field) ends() []int32 {
	if f.clusters == nil {
		for rest, state, end := f.text, -1, 0; rest != ""; {
			var cluster string
			cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
			end += len(cluster)
			f.clusters = append(f.clusters, int32(end))
		}
	}
	return f.clusters
}
