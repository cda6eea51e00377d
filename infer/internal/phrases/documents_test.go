package phrases

import (
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestYear: a prediction has the year of the document with its id. One of another text is an error, and one whose digest is of another
// kind, or missing, is not compared.
func TestYear(t *testing.T) {
	hash := xxh3.HashString
	d := &dated{of: map[uint64]dating{hash("a"): {hash("text:1"), kindOf("text:1"), 1999}, hash("b"): {hash(""), 0, 0}}}
	for _, c := range []struct {
		id, digest string
		year       int32
		changed    bool
	}{
		{"a", "text:1", 1999, false}, {"a", "tokens:2", 1999, false}, {"a", "", 1999, false}, {"a", "text:2", 0, true},
		{"b", "text:1", 0, false}, {"c", "text:1", 0, false}, {"d", "", 0, false},
	} {
		year, err := d.year(&schemas.Prediction{ID: c.id, Digest: c.digest})
		if year != c.year || (err != nil) != c.changed || c.changed && !strings.Contains(err.Error(), `"a" has another title or text`) {
			t.Errorf("%s, %q: %d %v", c.id, c.digest, year, err)
		}
	}
	if d.unknown != 2 || d.first != "c" {
		t.Errorf("%d predictions without a document, the first %q", d.unknown, d.first)
	}
	if year, err := (*dated)(nil).year(&schemas.Prediction{ID: "a"}); year != 0 || err != nil {
		t.Errorf("without documents: %d %v", year, err)
	}
}
