package join

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// put writes a file into a fresh folder and returns its path.
func put(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func packed(t *testing.T, name, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, content)
	z.Close()
	return put(t, name, b.String())
}

func table[R any](t *testing.T, table schemas.Table[R], rows ...R) string {
	t.Helper()
	var b bytes.Buffer
	w := table.NewWriter(&b, nil)
	if err := errors.Join(w.Write(rows...), w.Close()); err != nil {
		t.Fatal(err)
	}
	return put(t, table.Name+".parquet", b.String())
}

// shown reads everything and returns one line per document.
func shown(from Paths) (string, error) {
	r, err := Open(from)
	if err != nil {
		return "", err
	}
	defer r.Close()
	var out strings.Builder
	for {
		row, err := r.Next()
		if err == io.EOF {
			return out.String(), nil
		}
		if err != nil {
			return out.String(), err
		}
		fmt.Fprintf(&out, "%s %q %q %q |", row.Document.ID, row.Document.Title, row.Document.Body, row.Document.Present)
		for _, p := range row.Prediction.Phrases {
			fmt.Fprintf(&out, " %q", p.Tokens)
		}
		fmt.Fprintf(&out, " | %d slots\n", len(row.Slots))
	}
}

const source = "a title . <eos> the body\nno title here\n"

func TestTextFiles(t *testing.T) {
	want := `pair-1 ["a" "title" "."] ["the" "body"] [["x" "y"] ["z"]] | ["x"] ["y" "z"] | 0 slots
pair-2 [] ["no" "title" "here"] [] | | 0 slots
`
	for name, src := range map[string]string{"plain": put(t, "pair.txt", source), "gzip": packed(t, "pair.txt.gz", source), "marked": put(t, "pair.txt", "\ufeff"+source)} {
		t.Run(name, func(t *testing.T) {
			mark := map[bool]string{true: "\ufeff"}[name == "marked"] // which is no part of a word
			got, err := shown(Paths{Documents: []string{src, put(t, "trg.txt", mark+" x y ;z\n\n")}, Pair: true,
				Predictions: []string{put(t, "pred.txt", mark+"x; y  z \n \n")}})
			if err != nil || got != want {
				t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
			}
		})
	}
}

func TestExactText(t *testing.T) {
	f := Paths{Documents: []string{put(t, "s.txt", "a <eos> b\n"), put(t, "t.txt", "\n")}, Pair: true, Released: true,
		Predictions: []string{put(t, "p.txt", "\n")}}
	if got, err := shown(f); err != nil || got != "s-1 [\"a\"] [\"b\"] [[\"\"]] | | 0 slots\n" {
		t.Errorf("%s%v", got, err)
	}
	f.Documents[0] = put(t, "s.txt", "a b\n")
	if _, err := shown(f); err == nil || !strings.Contains(err.Error(), "no <eos>") {
		t.Errorf("a source without <eos>: %v", err)
	}
}

// TestEndOfPresent: the mark between present and absent targets is a target only for the authors' script.
func TestEndOfPresent(t *testing.T) {
	f := Paths{Documents: []string{put(t, "s.txt", "a <eos> b\n"), put(t, "t.txt", "a; <peos>;c d;<peos> e\n")}, Pair: true,
		Predictions: []string{put(t, "p.txt", "\n")}}
	if got, err := shown(f); err != nil || got != "s-1 [\"a\"] [\"b\"] [[\"a\"] [\"c\" \"d\"] [\"<peos>\" \"e\"]] | | 0 slots\n" {
		t.Errorf("%s%v", got, err)
	}
	f.Released = true
	if got, err := shown(f); err != nil || got != "s-1 [\"a\"] [\"b\"] [[\"a\"] [\"<peos>\"] [\"c\" \"d\"] [\"<peos>\" \"e\"]] | | 0 slots\n" {
		t.Errorf("released: %s%v", got, err)
	}
}

func documents(ids ...string) (out []schemas.Document) {
	for _, id := range ids {
		out = append(out, schemas.Document{ID: id, Body: []string{"w"}})
	}
	return out
}

func predictions(ids ...string) (out []schemas.Prediction) {
	for _, id := range ids {
		out = append(out, schemas.Prediction{ID: id})
	}
	return out
}

func slots(ids ...string) (out []schemas.Slot) {
	for _, id := range ids {
		out = append(out, schemas.Slot{ID: id, Slot: 0}, schemas.Slot{ID: id, Slot: 1})
	}
	return out
}

func TestTablesInParts(t *testing.T) {
	f := Paths{
		Documents:   []string{table(t, schemas.Documents, documents("a", "b")...), table(t, schemas.Documents, documents("c")...)},
		Predictions: []string{table(t, schemas.Predictions, predictions("a")...), table(t, schemas.Predictions, predictions("b", "c")...)},
		Slots:       []string{table(t, schemas.Slots, slots("a", "b", "c")...)},
	}
	got, err := shown(f)
	want := `a [] ["w"] [] | | 2 slots
b [] ["w"] [] | | 2 slots
c [] ["w"] [] | | 2 slots
`
	if err != nil || got != want {
		t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
	}
}

// TestMismatches: files that do not belong together give an error that names
// numbers, rows or ids, and never a result.
func TestMismatches(t *testing.T) {
	two := table(t, schemas.Documents, documents("a", "b")...)
	pair := []string{put(t, "s.txt", source), put(t, "t.txt", "x\ny\n")}
	tables := func(p ...schemas.Prediction) Paths {
		return Paths{Documents: []string{two}, Predictions: []string{table(t, schemas.Predictions, p...)}}
	}
	withSlots := func(s ...schemas.Slot) Paths {
		f := tables(predictions("a", "b")...)
		f.Slots = []string{table(t, schemas.Slots, s...)}
		return f
	}
	text := func(p string) Paths {
		return Paths{Documents: pair, Pair: true, Predictions: []string{put(t, "p.txt", p)}}
	}
	for _, c := range []struct {
		name  string
		paths Paths
		says  string
	}{
		{"fewer predictions", tables(predictions("a")...), "1 predictions for 2 documents"},
		{"more predictions", tables(predictions("a", "b", "c")...), "3 predictions for 2 documents"},
		{"no predictions", tables(), "0 predictions for 2 documents"},
		{"other id", tables(predictions("c", "a")...), `: no prediction for "b"; no document for "c"`},
		{"many other ids", tables(predictions("5", "3", "1", "a", "2")...), `: no prediction for "b"; no document for "1", "2", "3" and 1 more`},
		{"repeated prediction", tables(predictions("a", "b", "a")...), `: predictions repeat "a"`},
		{"repeated document", Paths{Documents: []string{table(t, schemas.Documents, documents("a", "b", "b")...)},
			Predictions: []string{table(t, schemas.Predictions, predictions("a", "b")...)}}, `: documents repeat "b"`},
		{"fewer lines", text("x\n"), "1 predictions for 2 documents"},
		{"more lines", text("x\nx\nx\nx\n"), "4 predictions for 2 documents"},
		{"text for our documents", Paths{Documents: []string{two}, Predictions: []string{put(t, "p.txt", "x\n")}}, "1 predictions for 2 documents"},
		{"source and target", Paths{Documents: []string{pair[0], put(t, "t.txt", "x\n")}, Pair: true, Predictions: []string{put(t, "p.txt", "x\n")}}, "1 lines, its source"},
		{"two separators", Paths{Documents: []string{put(t, "s.txt", "a <eos> b <eos> c\n"), put(t, "t.txt", "x\n")}, Pair: true, Predictions: []string{put(t, "p.txt", "x\n")}}, "row 1: <eos> occurs 2 times"},
		{"not UTF-8", text("x\n\xff\n"), "row 2: not valid UTF-8"},
		{"long line", text("x\n" + strings.Repeat("x", corpus.MaxLine+1)), "row 2: the line has 8388609 bytes"},
		{"two texts", Paths{Documents: pair, Pair: true, Predictions: []string{put(t, "1.txt", "x\n"), put(t, "2.txt", "y\n")}}, "a text file among 2 predictions files"},
		{"one text for documents", Paths{Documents: pair[:1], Predictions: []string{put(t, "p.txt", "x\n")}}, "row 1: has no keyphrases"},
		{"swapped", Paths{Documents: []string{table(t, schemas.Predictions, predictions("a")...)}, Predictions: []string{two}}, "want documents"},
		{"slots of another document", withSlots(slots("a", "c")...), `document 2 is "b", but it holds "c"`},
		{"slots end early", withSlots(slots("a")...), `document 2 is "b", but the file ends`},
		{"slots left over", withSlots(slots("a", "b", "c")...), "slots of more than the 2 documents"},
		{"one slot left over", withSlots(slots("a", "b", "c")[:5]...), "slots of more than the 2 documents"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := shown(c.paths)
			var file *schemas.FileError
			if !errors.As(err, &file) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one about a file that says %q", err, c.says)
			}
		})
	}
}
