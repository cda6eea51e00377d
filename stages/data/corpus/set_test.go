package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/schemas"
)

// mixedSet returns 70 lines of JSON, of which the third is bad and two are blank, a documents file of 90 rows, and a pair of
// 5 lines. The ids are 0 to 164.
func mixedSet(t *testing.T) (s Set, paths []string) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var lines, source strings.Builder
	for i := range 70 {
		line := fmt.Sprintf(`{"id":"%d","title":"t"}`, i)
		if i == 2 {
			line = "{"
		}
		lines.WriteString(line + strings.Repeat("\n", 1+i%69/68*2)) // two blank lines after number 68
	}
	for i := range 5 {
		fmt.Fprintf(&source, "s %d\n", i+160)
	}
	ours := filepath.Join(dir, "label.parquet")
	f, err := os.Create(ours)
	if err != nil {
		t.Fatal(err)
	}
	w := schemas.Documents.NewWriter(f, nil)
	for i := range 90 {
		if err := w.Write(schemas.Document{ID: fmt.Sprint(i + 70), Body: []string{"b"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	json, src, trg := write("a.jsonl", lines.String()), write("s.txt", source.String()), write("t.txt", strings.Repeat("k\n", 5))
	return slices.Concat(Files([]string{json, ours}, false, Options{}), Files([]string{src, trg}, true, Options{})), []string{json, ours, src}
}

// readBatches reads batches and returns the numbers of the rows, with "/" where a shard ends, and the rows of ended files.
func readBatches(t *testing.T, b *Batches) (got []string, ends map[string]int64) {
	ends = map[string]int64{}
	b.End = func(path string, rows int64) { ends[path] = rows }
	defer b.Close()
	cut := 0
	for {
		batch, err := b.Next()
		if err == io.EOF {
			return got, ends
		}
		if err != nil {
			t.Fatal(err)
		}
		if batch.Len() > 64 {
			t.Errorf("a batch of %d rows", batch.Len())
		}
		for ; cut < batch.Cut; cut++ {
			got = append(got, "/")
		}
		for i := range batch.Len() {
			r, err := batch.Parse(i)
			switch {
			case err != nil:
				got = append(got, fmt.Sprint(r.Row-1))
			case strings.HasPrefix(r.ID, "s-"):
				got = append(got, r.BodyTokens[1])
			default:
				got = append(got, r.ID)
			}
		}
	}
}

// numbers returns lo to hi (exclusive).
func numbers(lo, hi int) (list []string) {
	for i := lo; i < hi; i++ {
		list = append(list, fmt.Sprint(i))
	}
	return list
}

// TestBatches: batches have exactly the rows asked for, of records of all kinds, in order. End receives every file that was
// read to its end, with the number of its last row.
func TestBatches(t *testing.T) {
	set, paths := mixedSet(t)
	all := map[string]int64{paths[0]: 72, paths[1]: 90, paths[2]: 5}
	for _, c := range []struct {
		b    *Batches
		want []string
		ends map[string]int64
	}{
		{&Batches{}, numbers(0, 165), all},
		{&Batches{Limit: 9}, numbers(0, 9), nil},
		{&Batches{Limit: 163}, numbers(0, 163), nil},
		{&Batches{Limit: 165}, numbers(0, 165), nil},
		{&Batches{Cuts: []int64{1, 1, 150}}, slices.Concat(numbers(0, 1), []string{"/", "/"}, numbers(1, 150), []string{"/"}, numbers(150, 165)), all},
	} {
		c.b.Set = set
		got, ends := readBatches(t, c.b)
		if !slices.Equal(got, c.want) || fmt.Sprint(ends) != fmt.Sprint(c.ends) {
			t.Errorf("limit %d, cuts %v: %v, ends %v", c.b.Limit, c.b.Cuts, got, ends)
		}
	}
}

// TestSetRows: the rows of a set are counted. A file that cannot be used is found before the first row is read.
func TestSetRows(t *testing.T) {
	set, paths := mixedSet(t)
	ends := map[string]int64{}
	end := func(path string, rows int64) { ends[path] = rows }
	n, err := set.Count(end)
	if n != 165 || err != nil || len(ends) != 3 || ends[paths[0]] != 72 || ends[paths[1]] != 90 || ends[paths[2]] != 5 {
		t.Errorf("%d rows, %v, ends %v", n, err, ends)
	}
	bad := append(slices.Clone(set), Files([]string{filepath.Join(t.TempDir(), "none")}, false, Options{})...)
	if _, err := bad.Count(end); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a count: %v", err)
	}
	for _, part := range []int64{0, 10} {
		if _, err := DefaultSettings().NewIndex(t.Context(), bad, part, 5, 1, func(int64) {}, nil); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("an index with parts of %d: %v", part, err)
		}
	}
}

// TestEqualHashes: an id with the hash of another id is not a repeated id, in a file or in a pipe.
func TestEqualHashes(t *testing.T) {
	path := write(t, "a.csv", []byte("id,title\na,x\nb,y\n"))
	ids := DefaultSettings().IDs(Files([]string{path}, false, Options{}))
	ids.seen.Add(xxh3.HashString("b"))
	for row, id := range map[int64]string{2: "a", 3: "b"} {
		if got, err := ids.Take(path, row, id); got != id || err != nil {
			t.Errorf("%s becomes %s, %v", id, got, err)
		}
	}
	if _, err := ids.Take(path, 4, "a"); err == nil {
		t.Error("an id that repeats is taken")
	}
}

// TestJoinedLong looks for the mark of texts that are far too long for a keyphrase, which takes no longer than reading them.
func TestJoinedLong(t *testing.T) {
	for _, text := range []string{strings.Repeat("zorgle ", 1<<19), strings.Repeat("a b c d e f g / ", 1<<17)} {
		if got, _ := Joined(&Record{Keyphrases: []string{text}}); got != unclear {
			t.Errorf("%.20q and so on: %q", text, got)
		}
	}
}

// TestJoinedMarks: the mark that joins keyphrases is found where the list ends with it, and in lists of other scripts.
func TestJoinedMarks(t *testing.T) {
	for joined, want := range map[string]string{
		"a, b c, d":      ",",
		"a, b c, d,":     ",",
		"a|b| ":          "|",
		"a b\nc\n":       "\n",
		"a b\r\nc\r\n":   "\n",
		"图论；染色；树":        "；",
		"图论，染色":          "，",
		"図、木":            "、",
		"Graphs · Trees": "·",
		"• a\n• b":       "\n",
		"graph,":         "",
		"a b":            "",
		"a / b c / d":    "/", "a – b – c": "–", "a <sep> b <sep> c": "<sep>", "a / b": "", "a & b & c": "", "a + b + c": "", "a - 1 - b c d e f g": "",
		"one two three four five six seven eight nine ten": "", "one two three four five six seven eight nine ten 11": " ",
		"1,2-dioxin": ",",
		"a b||c||d":  "|", "a؛ b": "؛", "#a #b #c": "#", "a$b c$d": "$", "C#, F#": ",", "F# C#": "", "a<sep>b": "<sep>", "a [SEP] b c": "[SEP]", "a <i>b</i> c": "",
	} {
		if got, _ := Joined(&Record{Keyphrases: []string{joined}}); got != want {
			t.Errorf("%q: %q, want %q", joined, got, want)
		}
	}
}
