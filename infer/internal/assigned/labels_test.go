package assigned

import (
	"encoding/csv"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// read cuts a line of CSV.
func read(t *testing.T, line string, comma rune) []string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = comma
	all, err := r.ReadAll()
	if err != nil || len(all) > 1 {
		t.Fatalf("%q: %q, %v", line, all, err)
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// TestWide: the lists of a line read back as they were, whatever their values contain; values without a ; or a quote stand as
// they are.
func TestWide(t *testing.T) {
	texts := func(a schemas.Assigned, proposals bool) (all []string) {
		for _, c := range (Concepts{Assigned: a, Proposals: proposals}).Table() {
			all = append(all, c.Text)
		}
		return all
	}
	for _, values := range [][]string{
		nil, {"http://e/1"}, {"http://e/1", "http://e/2"}, {"http://e/1;v=2", "http://e/2"}, {"a;b"}, {";", ";;"}, {`say "tea"`, `"`}, {"a\nb", "c"}, {" a", "b "}, {"a", "", "b"}, {`a";"b`, "x"}, {"a,b", "c"},
	} {
		var a schemas.Assigned
		for i, v := range values {
			a.Concepts = append(a.Concepts, schemas.Assignee{Concept: v, Label: v, Notation: v, Score: float32(i) / 4})
			a.Unmatched = append(a.Unmatched, schemas.Proposal{Phrase: v, Score: float32(i) / 4})
		}
		line := texts(a, true)
		for i, k := range []int{0, 1, 2, 5} {
			if got := read(t, line[k], ';'); !reflect.DeepEqual(got, values) {
				t.Errorf("list %d of %q: %q reads as %q", i, values, line[k], got)
			}
		}
	}
	a := schemas.Assigned{ID: "x", Language: "en", Concepts: []schemas.Assignee{{Concept: "http://e/1;v", Label: "tea", Score: .5}, {Concept: "http://e/2", Label: "=rye", Notation: "7", Score: .25}},
		Unmatched: []schemas.Proposal{{Phrase: "=oat;s", Score: .125}}}
	want := []string{`"http://e/1;v";http://e/2`, "tea;=rye", ";7", "0.5;0.25", "en", `"=oat;s"`, "0.125"}
	for proposals, n := range map[bool]int{false: 5, true: 7} {
		if got := len(columns(proposals)); got != n {
			t.Errorf("%d columns, want %d", got, n)
		}
	}
	if got := texts(a, true); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := texts(a, false); !reflect.DeepEqual(got, want[:5]) {
		t.Errorf("%q, want %q", got, want[:5])
	}
}
