package export

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestSheetSpellings: of spellings that differ by capitals alone, the table for people has the first.
func TestSheetSpellings(t *testing.T) {
	var b strings.Builder
	var cut int64
	to, err := Sheet(&cut)(&b)
	if err != nil {
		t.Fatal(err)
	}
	row := schemas.MergedPhrase{ID: "p1", Phrase: "Graph nets", Variants: []string{"Graph nets", "graph nets", "graph-nets", "GRAPH NETS", "graph net"}}
	if err := errors.Join(to.Write(&row), to.Close()); err != nil || !strings.Contains(b.String(), "\np1,Graph nets,Graph nets; graph-nets; graph net,0,") {
		t.Errorf("%v: %s", err, b.String())
	}
}
