package reuse

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// save writes a table into a new folder and returns its path.
func save[R any](t testing.TB, table schemas.Table[R], rows []R) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := table.NewWriter(f, nil)
	if err := errors.Join(w.Write(rows...), w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func digest(text string) string { return (&schemas.Document{BodyText: text}).Digest() }

// predictions are n rows of documents whose ids and texts begin with name.
func predictions(name string, n int) (rows []schemas.Prediction) {
	for i := range n {
		id := fmt.Sprint(name, i)
		rows = append(rows, schemas.Prediction{ID: id, Digest: digest(id)})
	}
	return rows
}

// TestIndex: rows are found by content, whatever the file; documents of tokens, empty ones and those without a digest are not. Ids that
// no document has are gone, and each counts once.
func TestIndex(t *testing.T) {
	first, second := predictions("a", 500), predictions("b", 300)
	first[7].Digest, first[8].Digest, first[9].Digest = "tokens:"+digest("a7")[len("text:"):], digest(""), ""
	second[0].ID = "a0"
	x, err := NewIndex(t.Context(), schemas.Predictions, []string{save(t, schemas.Predictions, first), save(t, schemas.Predictions, second)}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range slices.Concat(first, second) {
		row, ok := x.Find(p.Digest)
		if want := i < 7 || i > 9; ok != want || ok && row != uint32(i) {
			t.Errorf("row %d: found %v, %d", i, ok, row)
		}
	}
	for _, d := range []string{digest("c"), digest("a7"), "", "text:", "text:xyz", strings.Replace(digest("a1"), "text", "tokens", 1)} {
		if row, ok := x.Find(d); ok {
			t.Errorf("%q is found in row %d", d, row)
		}
	}
	if n := x.gone; n != 799 {
		t.Errorf("%d ids, want 799", n)
	}
	for id, known := range map[string]bool{"a0": true, "b1": true, "b299": true, "b0": false, "": false} {
		for range 2 {
			if x.Meet(id) != known {
				t.Errorf("id %q", id)
			}
		}
	}
	if n := x.gone; n != 796 {
		t.Errorf("%d are gone, want 796", n)
	}
}

// TestSlots: the slots of a row are found, also where rows have none, and where the last of a file and the first of the next have one id.
func TestSlots(t *testing.T) {
	var files, slots []string
	numbers := map[string]int{"a0": 2, "a2": 3, "a4": 1, "b1": 2}
	for k, rows := range [][]schemas.Prediction{predictions("a", 5), append([]schemas.Prediction{{ID: "a4"}}, predictions("b", 3)...), predictions("c", 2)} {
		var own []schemas.Slot
		for _, p := range rows {
			for i := range numbers[p.ID] {
				own = append(own, schemas.Slot{ID: p.ID, Slot: int32(10*k + i)})
			}
		}
		files, slots = append(files, save(t, schemas.Predictions, rows)), append(slots, save(t, schemas.Slots, own))
	}
	x, err := NewIndex(t.Context(), schemas.Predictions, files, slots, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row := range uint32(11) {
		got = append(got, fmt.Sprint(x.slots[row], "-", x.slots[row+1]))
	}
	if want := "0-2 2-2 2-5 5-5 5-6 6-7 7-7 7-9 9-9 9-9 9-9"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	slices.Reverse(slots)
	var bad *schemas.FileError
	if _, err := NewIndex(t.Context(), schemas.Predictions, files, slots, nil); !errors.As(err, &bad) || bad.File != slots[2] {
		t.Errorf("slots of other files: %v", err)
	}
}

// TestRows: rows are those of their numbers, in any order, over files and row groups.
func TestRows(t *testing.T) {
	var all []schemas.Prediction
	var files []string
	var ends []int64
	for _, n := range []int{300, 0, 900, 1} {
		rows := predictions(fmt.Sprint("f", len(files), "-"), n)
		for i := range rows {
			rows[i].Phrases = []schemas.Phrase{{Phrase: strings.Repeat("x", 40000), Tokens: []string{"x"}}} // a row group is full with 400
		}
		all, files = append(all, rows...), append(files, save(t, schemas.Predictions, rows))
		ends = append(ends, int64(len(all)))
	}
	r := NewRows(schemas.Predictions, files, ends, nil)
	defer r.Close()
	random := rand.New(rand.NewPCG(1, 2))
	order := []int{0, 0, 299, 300, 1199, 1200, 1200, 1199, 301, 299}
	for range 30 {
		order = append(order, random.IntN(len(all)))
	}
	for _, i := range order {
		if p, err := r.At(int64(i)); err != nil || p.ID != all[i].ID {
			t.Fatalf("row %d is %s, want %s, %v", i, p.ID, all[i].ID, err)
		}
	}
	r.At(5)
	r.Used()
	r.At(400)
	if used := r.Used(); !slices.Equal(used, []string{files[0], files[2]}) {
		t.Errorf("used: %v of %v", used, files)
	}
}

// TestDifferences names what differs, and nothing that no row depends on.
func TestDifferences(t *testing.T) {
	then := map[string]string{"version": "17", "choose": `"f1"`, "columns": `["id=key"]`, "part_documents": "10", "export": `["csv"]`, "absent": `"auto"`,
		"parts": "3", "input model": " config.json 01", "input documents": " a.csv 02", "limit": "0"}
	now := map[string]string{"version": "17", "choose": `"f1"`, "columns": "[]", "part_documents": "20", "export": "[]", "absent": `"all"`,
		"parts": "1", "input model": " config.json 01", "input documents": " b.csv 03", "input reuse": " p 04", "limit": "7"}
	if all := Differences(then, now); len(all) > 0 {
		t.Errorf("%v", all)
	}
	for fact, c := range map[string][2]string{"choose": {`"top=5"`, `choose "f1" then, "top=5" now`}, "version": {"19", "version 17 then, 19 now"},
		"input model": {" config.json 05", "--model has other files"}, "later": {"true", "later unset then, true now"}} {
		before := now[fact]
		now[fact] = c[0]
		if all := Differences(then, now); !slices.Equal(all, []string{c[1]}) {
			t.Errorf("%s: %v", fact, all)
		}
		if now[fact] = before; before == "" {
			delete(now, fact)
		}
	}
	then[like], now[like] = " l.csv 06", " l.csv 06"
	if all := Differences(then, now); !slices.Equal(all, []string{`columns ["id=key"] then, [] now`}) {
		t.Errorf("with documents that are read with the same settings: %v", all)
	}
	delete(now, like)
	if all := Differences(then, now); !slices.Equal(all, []string{"--like has other files"}) {
		t.Errorf("without them: %v", all)
	}
}

// BenchmarkIndex reads a million rows; the metric is what the index keeps.
func BenchmarkIndex(b *testing.B) {
	const n = 1_000_000
	path := save(b, schemas.Predictions, predictions("document ", n))
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.GC() // ends the sweep of the first
		runtime.ReadMemStats(&before)
		x, err := NewIndex(b.Context(), schemas.Predictions, []string{path}, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "bytes/row")
		runtime.KeepAlive(x)
	}
}
