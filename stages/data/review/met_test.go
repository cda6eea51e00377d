package review

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestMeet: a review finds the documents that it corrects by their ids; another text is an error, and so is a document that nobody met.
func TestMeet(t *testing.T) {
	text := func(title string) string { return (&schemas.Document{TitleText: title}).Digest() }
	path := saved(t, "sheet.csv", header+"A,net,.5,yes,a,"+text("A")+",net\nB,tree,.5,,b,"+text("B")+",tree\nC,moss,.5,no,c,,moss\n")
	r := mustRead(t, path)
	if d, err := r.Meet("b", text("B"), "d.csv", 2); d != nil || err != nil {
		t.Errorf("a document without a mark: %v, %v", d, err)
	}
	if d, err := r.Meet("z", text("Z"), "d.csv", 3); d != nil || err != nil {
		t.Errorf("a document that is not in the review: %v, %v", d, err)
	}
	if d, err := r.Meet(" c", text("anything"), "d.csv", 4); err != nil || d == nil || d.ID != "c" { // its digest is not known
		t.Errorf("%v, %v", d, err)
	}
	said := func(err error, want ...string) {
		t.Helper()
		var file *schemas.FileError
		if !errors.As(err, &file) {
			t.Fatalf("%v", err)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%v: no %q", err, w)
			}
		}
	}
	said(r.Met(), path, "row 2", `document "a" is not in --documents`)
	if _, err := r.Meet("a", text("other"), "d.csv", 9); err == nil {
		t.Error("another text was taken")
	} else {
		said(err, "d.csv", "row 9", `document "a" has another title or text than the one that was corrected, row 2 of `+path)
	}
	if d, err := r.Meet("a", text("A"), "d.csv", 9); err != nil || d == nil || d.ID != "a" {
		t.Errorf("%v, %v", d, err)
	}
	if err := r.Met(); err != nil {
		t.Error(err)
	}
}
