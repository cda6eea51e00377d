package header

import (
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// TestRecord: an id has no blanks at its ends, and a row without one gets one.
func TestRecord(t *testing.T) {
	names, err := record.DefaultColumns().Ready()
	if err != nil {
		t.Fatal(err)
	}
	h, err := New("a/f.csv", "header", []string{"id", "title"}, names)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{" a b\t": "a b", "": "f-3", " \n": "f-3", "NaN": "f-3", "#N/A": "f-3", "Nando": "Nando"} {
		if r, err := h.Record(3, id, "", "", ""); r.ID != want || err != nil {
			t.Errorf("%q: %q, %v", id, r.ID, err)
		}
	}
}
