package choose

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// knownOf returns the known phrases of these rows.
func knownOf(t testing.TB, rows []schemas.KnownPhrase) *Known {
	t.Helper()
	k, err := NewKnown(rows)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestKnown: the digest covers every field of every row, and impossible rows are damaged.
func TestKnown(t *testing.T) {
	rows := func() []schemas.KnownPhrase {
		return []schemas.KnownPhrase{{Stems: "a", Targets: 1, Documents: 2}, {Stems: "a b", Targets: 3}}
	}
	digest := func(rows []schemas.KnownPhrase) string {
		t.Helper()
		return knownOf(t, rows).Digest()
	}
	if (*Known)(nil).Digest() != "" || digest(nil) != "" || len(digest(rows())) != 64 {
		t.Errorf("digests %q, %q, %q", (*Known)(nil).Digest(), digest(nil), digest(rows()))
	}
	seen := map[string]bool{digest(rows()): true}
	for i, change := range []func(r *schemas.KnownPhrase){
		func(r *schemas.KnownPhrase) { r.Stems = "a c" }, func(r *schemas.KnownPhrase) { r.Targets++ }, func(r *schemas.KnownPhrase) { r.Documents++ },
	} {
		other := rows()
		if change(&other[1]); seen[digest(other)] {
			t.Errorf("change %d leaves the digest as it is", i)
		}
		seen[digest(other)] = true
	}
	for _, bad := range [][]schemas.KnownPhrase{
		{{Stems: "b", Targets: 1}, {Stems: "a", Targets: 1}}, {{Stems: "a", Targets: 1}, {Stems: "a", Targets: 1}},
		{{Stems: "a"}}, {{Stems: "a", Targets: -1}}, {{Stems: "a", Targets: 1, Documents: -1}}, {{Targets: 1}},
	} {
		if _, err := NewKnown(bad); !errors.Is(err, schemas.ErrDamaged) {
			t.Errorf("%v: %v", bad, err)
		}
	}
	most := knownOf(t, []schemas.KnownPhrase{{Stems: "a", Targets: math.MaxInt64, Documents: 0}, {Stems: "b", Targets: 1, Documents: math.MaxInt64}})
	for _, f := range Features {
		for _, stem := range []string{"a", "b"} {
			if f.Name == "targets" || f.Name == "keyphraseness" {
				if v := f.value(&Candidate{known: most.of([]byte(stem))}); !(v >= f.Least && v <= f.Most) {
					t.Errorf("%s of %s is %v, outside %v to %v", f.Name, stem, v, f.Least, f.Most)
				}
			}
		}
	}
}

// TestLongPhrase: a phrase of any number of words counts each of them once, in one pass. A search for the first place of each
// word would take minutes for this one.
func TestLongPhrase(t *testing.T) {
	const n = 300_000
	var long strings.Builder
	for i := range n {
		fmt.Fprintf(&long, "w%d ", i%(n/2))
	}
	for _, phrase := range []string{"a b a", long.String() + "w0"} {
		k := knownOf(t, []schemas.KnownPhrase{{Stems: phrase, Targets: 3}})
		for stem, w := range k.words {
			if w.within != 3 {
				t.Fatalf("%s is within %d keyphrases, want 3", stem, w.within)
			}
		}
	}
}

// TestIndex: each of many rows is found, also where hashes share a place, and nothing else is.
func TestIndex(t *testing.T) {
	stems := func(row int32) string { return fmt.Sprint("s", row, " t") }
	for _, n := range []int32{0, 1, 2, 3, 4, 1000} {
		x := newIndex(int(n))
		for row := range n {
			x.add(stems(row), row)
		}
		for row := range n + 2 {
			if got, ok := x.find([]byte(stems(row)), stems); ok != (row < n) || ok && got != row {
				t.Errorf("row %d of %d: %d, %v", row, n, got, ok)
			}
		}
		if len(x.places) < 2*int(n) {
			t.Errorf("%d places for %d rows", len(x.places), n)
		}
	}
	if _, ok := new(index).find([]byte("s"), stems); ok {
		t.Error("found in nothing")
	}
	// Another phrase with the same hash, as a search meets it.
	x := newIndex(1)
	x.add("a", 0)
	if _, ok := x.find([]byte("a"), func(int32) string { return "b" }); ok {
		t.Error("found by its hash alone")
	}
}
