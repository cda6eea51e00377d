package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// documents makes n documents that cover the shapes: empty lists, lists of
// empty lists, empty words, words outside ASCII, long documents.
func documents(n int) []Document {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "set", "prédiction", "关键词", "<digit>", "𝔊raph", "a", ";", "of"}
	list := func(most int) []string {
		var l []string
		for range r.IntN(most + 1) {
			l = append(l, words[r.IntN(len(words))])
		}
		return l
	}
	ds := make([]Document, n)
	for i := range ds {
		d := Document{ID: fmt.Sprintf("doc-%d", i), Title: list(8), Body: list(120), Hash: strings.Repeat("ab", 32)}
		for range r.IntN(4) {
			d.Present = append(d.Present, list(3))
		}
		for range r.IntN(3) {
			d.Absent = append(d.Absent, list(2))
		}
		if r.IntN(3) > 0 {
			d.TitleText, d.TitleSpans = written(d.Title)
			d.BodyText, d.BodySpans = written(d.Body)
		}
		ds[i] = d
	}
	if n > 3 {
		ds[0] = Document{}
		ds[1] = Document{ID: "1", Present: [][]string{{}, {}, {"x"}, {}}, Absent: [][]string{{}}}
		ds[2].Body = nil
	}
	return ds
}

// written writes tokens as a text and says where they stand.
func written(tokens []string) (text string, steps []int32) {
	for i, w := range tokens {
		before := len(text)
		text += strings.Repeat(" ", i%3)
		steps = append(steps, int32(len(text)-before), int32(len(w)))
		text += w
	}
	return text, steps
}

func predictions(n int) []Prediction {
	ps := make([]Prediction, n)
	for i := range ps {
		ps[i].ID = fmt.Sprint(i)
		ps[i].Limits = Limits{Truncated: i%3 == 0, Language: []string{"en", "und"}[i%2], Doubtful: []string{"", "empty"}[i%2]}
		for j := range i % 4 {
			ps[i].Phrases = append(ps[i].Phrases, Phrase{Phrase: "a b", Tokens: []string{"a", "b"}, Score: float32(j) / 7, Present: j%2 == 0, Duplicate: j == 2, Slot: int32(j), SlotScore: float32(j) / 3, SlotsAgreeing: int32(1 + j)})
			if j%2 == 0 {
				p := &ps[i].Phrases[j]
				p.Start, p.End, p.Field, p.Surface = at(int32(j)), at(math.MaxInt32), BodyField, "A-B"
			}
		}
	}
	return ps
}

func at(n int32) *int32 { return &n }

func writeTable[R any](t testing.TB, table Table[R], rows []R, chunk int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := table.NewWriter(&b, map[string]string{"wrone2set.note": "test", UnicodeKey: "fold", "b": "2", "a": "1"})
	for len(rows) > 0 {
		n := min(chunk, len(rows))
		if err := w.Write(rows[:n]...); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// plain renders rows so that nil and empty lists look the same.
func plain(v any) string { return fmt.Sprintf("%#v", columnValue(reflect.ValueOf(v))) }

func roundTrip[R any](t *testing.T, table Table[R], rows []R) {
	t.Run(table.Name, func(t *testing.T) {
		path := writeFile(t, "f.parquet", writeTable(t, table, rows, 100))
		got, err := table.ReadAll(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(rows) {
			t.Fatalf("%d rows of %d", len(got), len(rows))
		}
		for i := range rows {
			if plain(got[i]) != plain(rows[i]) {
				t.Fatalf("row %d:\n%s\n%s", i, plain(got[i]), plain(rows[i]))
			}
		}
	})
}

func TestRoundTrip(t *testing.T) {
	start, end := int32(4), int32(7)
	roundTrip(t, Documents, documents(3000))
	roundTrip(t, Documents, nil)
	roundTrip(t, Predictions, predictions(500))
	roundTrip(t, Vocab, []VocabRow{{0, "<pad>", 0}, {7, "é", math.MaxInt64}, {-1, "", -5}})
	roundTrip(t, Indexeds, []Indexed{{"a", []string{"x", "y"}, []int32{1, 2}, []string{"u"}, nil}, {}})
	roundTrip(t, Assigneds, []Assigned{{"a", "en", "text:0", []Assignee{{Concept: "u", Label: "l", Notation: "n", Score: .5, Field: "body", Starts: []int32{0, 4}, Ends: []int32{3, 7}, Surface: "s", Neighbour: "b"}, {}}, []Proposal{{Phrase: "p q", Score: .25, Start: &start, End: &end, Field: "title", Surface: "P q", StartChar: &start}, {}}}, {}})
	roundTrip(t, Slots, []Slot{{ID: "a", Slot: 19, NullProbability: .5, NonNull: []string{"x"}}, {}, {Vanilla: []string{"", ""}}})
	roundTrip(t, Scores, []Score{{TestSet: "kp20k", Kind: "present", AtG: ScoreAt{Hits: 3, AlphaNDCG: 1. / 3}}, {At5: ScoreAt{P: math.Inf(1)}}})
	roundTrip(t, FilteredRows, []Filtered{{"f", 1 << 40, "id", "blank", ""}})
	roundTrip(t, TrainLogs, []TrainLog{{Step: 8000, Split: "valid", Loss: math.NaN(), LambdaAdp: .5}})
	roundTrip(t, Assignments, []Assignment{{1, "d", 0, []string{"a"}}, {2, "d", 1, nil}})
}

func TestSameBytes(t *testing.T) {
	rows := documents(2000)
	want := writeTable(t, Documents, rows, 1)
	for _, chunk := range []int{7, 64, 5000} {
		if !bytes.Equal(want, writeTable(t, Documents, rows, chunk)) {
			t.Errorf("rows written %d at a time give other bytes", chunk)
		}
	}
}

func TestSkip(t *testing.T) {
	rows := make([]VocabRow, 2*groupRows+100)
	for i := range rows {
		rows[i].ID = int32(i)
	}
	path := writeFile(t, "f.parquet", writeTable(t, Vocab, rows, 1000))
	for _, skips := range [][]int64{{0}, {1}, {63, 1, 1}, {groupRows}, {groupRows - 1, 2}, {2 * groupRows}, {5, 2 * groupRows}, {2*groupRows + 99}} {
		r, err := Vocab.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		want := int64(0)
		for _, n := range skips {
			if err := r.Skip(n); err != nil {
				t.Fatal(err)
			}
			want += n
		}
		if row, err := r.Next(); err != nil || int64(row.ID) != want {
			t.Errorf("after %v: row %d, %v", skips, row.ID, err)
		}
		if err := r.Skip(1 << 40); err != nil {
			t.Errorf("beyond the end: %v", err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("after the end: %v", err)
		}
		r.Close()
	}
}

func TestOtherSchema(t *testing.T) {
	path := writeFile(t, "f.parquet", writeTable(t, Documents, documents(5), 5))
	newer := Documents
	newer.Version = 4
	for _, c := range []struct {
		err  error
		want []string
	}{
		{second(newer.Open(path)), []string{path, "documents version 3, want version 4", "run preprocess again"}},
		{second(Scores.Open(path)), []string{path, "holds documents, want scores", "run score again"}},
	} {
		var file *FileError
		if !errors.As(c.err, &file) || !errors.Is(c.err, ErrSchema) {
			t.Fatalf("%v", c.err)
		}
		for _, w := range c.want {
			if !strings.Contains(c.err.Error(), w) {
				t.Errorf("%q lacks %q", c.err, w)
			}
		}
	}
}

func second[A any](_ A, err error) error { return err }

func BenchmarkWriteDocuments(b *testing.B) {
	rows := documents(1000)
	b.ReportAllocs()
	for b.Loop() {
		writeTable(b, Documents, rows, 64)
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "docs/s")
}

func BenchmarkReadDocuments(b *testing.B) {
	path := writeFile(b, "f.parquet", writeTable(b, Documents, documents(1000), 64))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Documents.ReadAll(path); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "docs/s")
}
