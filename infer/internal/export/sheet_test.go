package export

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestSheetSpellings: of spellings that differ by capitals alone, the table for people has the first.
func TestSheetSpellings(t *testing.T) {
	row := schemas.MergedPhrase{ID: "p1", Phrase: "Graph nets", Variants: []string{"Graph nets", "graph nets", "graph-nets", "GRAPH NETS", "graph net"}}
	if got := string(encoded(t, Sheet(new(int64)), &row)); !strings.HasPrefix(got, "\ufeffid,phrase,variants,") || !strings.Contains(got, "\np1,Graph nets,Graph nets; graph-nets; graph net,0,") {
		t.Error(got)
	}
}
