package phrase

import (
	"slices"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// before returns the last boundary of grapheme clusters (Unicode Standard Annex 29) that is not behind byte i of the text.
func (f *field) before(i int32) int32 {
	if f.apart(i) {
		return i
	}
	k, _ := slices.BinarySearch(f.ends(), i+1) // the first end behind i
	if k == 0 {
		return 0
	}
	return f.clusters[k-1]
}

// behind returns the first boundary of grapheme clusters that is not in front of byte i of the text.
func (f *field) behind(i int32) int32 {
	if f.apart(i) {
		return i
	}
	k, _ := slices.BinarySearch(f.ends(), i)
	return f.clusters[k]
}

// apart tells of two ASCII characters, which only a line end joins, and of the ends of the text, that a boundary is there.
// The clusters of most texts are never asked for.
func (f *field) apart(i int32) bool {
	if i == 0 || int(i) == len(f.text) {
		return true
	}
	return f.text[i-1] < utf8.RuneSelf && f.text[i] < utf8.RuneSelf && f.text[i] != '\n'
}

// ends are where the grapheme clusters of the text end, rising. The text is cut once, so that time is linear in its length
// for any number of phrases.
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
