package corpus

import (
	"slices"
	"strings"
	"testing"
)

// TestValues: a cell has its one value or the elements of its list, each once, without the white space around and within them.
func TestValues(t *testing.T) {
	long := strings.Repeat("ä", longest)
	for _, c := range []struct {
		cell Cell
		want []string
	}{
		{Cell{Kind: TextCell, Text: " a  b "}, []string{"a b"}},
		{Cell{Kind: TextCell, Text: `["a","b"]`}, []string{`["a","b"]`}},
		{Cell{Kind: TextCell, Text: "\t"}, nil},
		{Cell{Kind: EmptyCell}, nil},
		{Cell{Kind: TextCell, Text: long + "b"}, []string{long}},
		{Cell{Kind: NestedCell, Text: `["a", "b", " a", "", null, 3]`}, []string{"a", "b", "3"}},
		{Cell{Kind: NestedCell, Text: `{"a":1}`}, []string{`{"a":1}`}},
	} {
		if got := Values(c.cell); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.cell, got, c.want)
		}
	}
}
