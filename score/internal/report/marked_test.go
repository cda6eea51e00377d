package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestMarked: present phrases are marked wherever their stems occur in the text. The stronger mark wins over the weaker, and
// adjacent phrases stay separate. Absent, repeated and invalid phrases are not marked.
func TestMarked(t *testing.T) {
	source := strings.Fields("Graph cuts and random graphs , a graph cut cut graph cuts graph cut trees")
	in := match.Input{Source: source, Targets: match.Candidates([][]string{{"graph", "cut"}, {"random", "graph"}, {"and", "x"}})}
	for _, p := range []string{"graph cut", "graphs", "trees", "tree", "and ,", "graphs ,", "forest"} {
		in.Predictions = append(in.Predictions, match.Candidate{Words: strings.Fields(p)})
	}
	v, err := match.New(match.Rules{ValidFilter: true}, false, text.Stem).Judge(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, s := range marked(source, nil, detokenised(source), v.Targets, v.Predictions) {
		fmt.Fprintf(&got, "%s[%s]", s.Class, s.Text)
	}
	if want := "right[Graph cuts][ and ]gold[random graphs][, a ]right[graph cut][ cut ]right[graph cuts][ ]right[graph cut][ ]guess[trees]"; got.String() != want {
		t.Errorf("got  %s\nwant %s", got.String(), want)
	}
	for _, long := range [][]string{make([]string, maxWords+1), {strings.Repeat("ä", maxText)}} {
		spans := marked(long, nil, detokenised(long), nil, nil)
		if last := spans[len(spans)-1]; last.Text != "…" || len(spans) != 2 || !utf8.ValidString(spans[0].Text) {
			t.Errorf("a long text ends with %q", last.Text)
		}
	}
}
