package join

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// TestValues: a cell has its one value or the elements of its list, each once, without the white space around and within them.
func TestValues(t *testing.T) {
	long := strings.Repeat("ä", longest)
	for _, c := range []struct {
		cell corpus.Cell
		want []string
	}{
		{corpus.Cell{Kind: corpus.TextCell, Text: " a  b "}, []string{"a b"}},
		{corpus.Cell{Kind: corpus.TextCell, Text: `["a","b"]`}, []string{`["a","b"]`}},
		{corpus.Cell{Kind: corpus.TextCell, Text: "\t"}, nil},
		{corpus.Cell{Kind: corpus.EmptyCell}, nil},
		{corpus.Cell{Kind: corpus.TextCell, Text: long + "b"}, []string{long}},
		{corpus.Cell{Kind: corpus.NestedCell, Text: `["a", "b", " a", "", null, 3]`}, []string{"a", "b", "3"}},
		{corpus.Cell{Kind: corpus.NestedCell, Text: `{"a":1}`}, []string{`{"a":1}`}},
	} {
		if got := values(c.cell); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.cell, got, c.want)
		}
	}
}
