package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// asked is a row of a stream; nil is null.
type asked struct {
	id          int64
	title, text any
}

var askedSchema = arrow.NewSchema([]arrow.Field{{Name: "year", Type: arrow.PrimitiveTypes.Float64}, {Name: "Title", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "id", Type: arrow.PrimitiveTypes.Int64}, {Name: "abstract", Type: arrow.BinaryTypes.LargeString, Nullable: true}}, nil)

// batchOf is a record batch of rows.
func batchOf(rows []asked) arrow.Record {
	b := array.NewRecordBuilder(memory.NewGoAllocator(), askedSchema)
	for _, r := range rows {
		for i, v := range []any{"1999", r.title, fmt.Sprint(r.id), r.text} {
			if v == nil {
				b.Field(i).AppendNull()
			} else if err := b.Field(i).AppendValueFromString(v.(string)); err != nil {
				panic(err)
			}
		}
	}
	return b.NewRecord()
}

// streamOf is a stream of record batches, and where each of them ends.
func streamOf(t testing.TB, batches ...[]asked) (stream []byte, ends []int) {
	t.Helper()
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(askedSchema))
	for _, rows := range batches {
		if err := w.Write(batchOf(rows)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, b.Len())
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), ends
}

// streamFile writes a stream of record batches.
func streamFile(t testing.TB, batches ...[]asked) string {
	t.Helper()
	stream, _ := streamOf(t, batches...)
	return write(t, "a.arrow", string(stream))
}

// said runs infer stream. It returns the answers, a batch a list of lines of JSON, and what went to standard error.
func said(t *testing.T, args ...string) (batches [][]string, stderr string) {
	t.Helper()
	got := stagetest.Do(t, streaming(), args...)
	r, err := ipc.NewReader(strings.NewReader(got.Stdout))
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		text, err := r.Record().MarshalJSON()
		var rows []json.RawMessage
		if err := errors.Join(err, json.Unmarshal(text, &rows)); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, row := range rows {
			lines = append(lines, string(row))
		}
		batches = append(batches, lines)
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return batches, got.Stderr
}

// expected are the answers that the files of an ordinary run give to these rows.
func expected(t *testing.T, model string, rows []asked, more ...string) []string {
	t.Helper()
	var corpus strings.Builder
	for i, r := range rows {
		if (r.title == nil && r.text == nil) || strings.Contains(fmt.Sprint(r.text), "\xff") {
			continue
		}
		corpus.WriteString(show(map[string]any{"id": fmt.Sprint(i), "title": r.title, "abstract": r.text}) + "\n")
	}
	path := write(t, "a.jsonl", corpus.String())
	exported := readFile(t, filepath.Join(mustInfer(t, append(more, "--model", model, "--documents", path, "--export", "jsonl")...), export.JSONFile))
	phrases, limits := map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(exported)) {
		var l struct {
			ID             string
			Keyphrases     []string
			Scores         []float32
			Present        []bool
			Field, Surface []*string
			Start, End     []*int32
			Start_char     []*int32
			Start_utf16    []*int32
			Truncated      bool
			Language       string
			Doubtful       string
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		list := []map[string]any{}
		for i := range l.Keyphrases {
			list = append(list, map[string]any{"phrase": l.Keyphrases[i], "score": l.Scores[i], "present": l.Present[i], "field": l.Field[i], "start": l.Start[i], "end": l.End[i],
				"surface": l.Surface[i], "start_char": l.Start_char[i], "start_utf16": l.Start_utf16[i]})
		}
		phrases[l.ID] = show(list)
		limits[l.ID] = fmt.Sprintf(`"truncated":%t,"language":%q,"doubtful":%q`, l.Truncated, l.Language, l.Doubtful)
	}
	var lines []string
	for i, r := range rows {
		answer, reason, rest := phrases[fmt.Sprint(i)], "null", limits[fmt.Sprint(i)]
		if rest == "" {
			rest = `"truncated":null,"language":null,"doubtful":null`
		}
		switch {
		case strings.Contains(fmt.Sprint(r.text), "\xff"):
			answer, reason = "null", `"not valid UTF-8"`
		case r.title == nil && r.text == nil:
			answer, reason = "null", `"has neither a title nor an abstract"`
		}
		lines = append(lines, fmt.Sprintf(`{"id":%d,"phrases":%s,"reason":%s,%s}`, r.id, answer, reason, rest))
	}
	return lines
}

// sameJSON reports whether two lines say the same, whatever the order of keys.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// questions are batches of several sizes, with rows that are bad and ids that repeat.
func questions() (batches [][]asked) {
	documents := randomDocuments(150)
	row := func(i int) asked {
		d := documents[i%len(documents)]
		switch {
		case i%40 == 7:
			return asked{7, nil, nil}
		case i%50 == 9:
			return asked{int64(i), "a title", "no text \xff"}
		case i%30 == 5:
			return asked{int64(i), nil, strings.Join(d.Body, " ")}
		case i%30 == 6:
			return asked{int64(-i), strings.Join(d.Title, " "), nil}
		case i%30 == 8:
			return asked{int64(i), "", ""}
		}
		return asked{int64(i), "😀 " + strings.Join(d.Title, " "), "😀 " + strings.Join(d.Body, " ")}
	}
	i := 0
	for _, n := range []int{1, 0, 130, 64, 5} {
		var rows []asked
		for range n {
			rows, i = append(rows, row(i)), i+1
		}
		batches = append(batches, rows)
	}
	return batches
}

// TestExchange: each record batch is answered with one of as many rows, in order, which say what the files of a run say,
// for any window and number of threads.
func TestExchange(t *testing.T) {
	model, batches := exportModel(t), questions()
	path := streamFile(t, batches...)
	want := expected(t, model, slices.Concat(batches...), "--absent", "all")
	if n, in := strings.Count(strings.Join(want, ""), `"surface":`), strings.Count(strings.Join(want, ""), `"surface":"`); n < 50 || in < 5 {
		t.Errorf("%d phrases, %d of them in the text", n, in)
	}
	for _, more := range [][]string{nil, {"--window", "9", "--threads", "1"}, {"--max-rejects", "0"}} {
		got, log := said(t, append(more, "--model", model, "--documents", path, "--absent", "all")...)
		if len(got) != len(batches) {
			t.Fatalf("%v: %d batches, want %d\n%s", more, len(got), len(batches), log)
		}
		left := want
		for i, lines := range got {
			if len(lines) != len(batches[i]) {
				t.Fatalf("%v: batch %d has %d rows, want %d", more, i, len(lines), len(batches[i]))
			}
			for k, line := range lines {
				if !sameJSON(line, left[k]) {
					t.Errorf("%v: batch %d row %d is\n%s\nwant\n%s", more, i, k, line, left[k])
				}
			}
			left = left[len(lines):]
		}
	}
	// Without --absent both leave out the same.
	few := expected(t, model, slices.Concat(batches...))
	got, _ := said(t, "--model", model, "--documents", path)
	if slices.Equal(few, want) {
		t.Error("as many absent phrases as there are")
	}
	for i, line := range slices.Concat(got...) {
		if !sameJSON(line, few[i]) {
			t.Errorf("row %d is\n%s\nwant\n%s", i, line, few[i])
		}
	}
	// The same stream for the other exports: there bad rows are left out.
	jsonl := stagetest.Do(t, stage(), "--model", model, "--documents", path, "--export", "jsonl", "--out", "-", "--max-rejects", "20%", "--repeated-ids", "number")
	if n, bad := strings.Count(jsonl.Stdout, "\n"), strings.Count(strings.Join(want, "\n"), `"phrases":null`); n != len(want)-bad || bad == 0 {
		t.Errorf("%d lines of %d rows, %d of them bad", n, len(want), bad)
	}
}

// hidden is a record batch whose column has null in a row, with the text still under it: what a filter or a join leaves.
func hidden(r arrow.Record, column, row int) arrow.Record {
	old := r.Column(column).Data()
	valid := make([]byte, (old.Len()+7)/8)
	for i := range old.Len() {
		if i != row {
			valid[i/8] |= 1 << (i % 8)
		}
	}
	data := array.NewData(old.DataType(), old.Len(), append([]*memory.Buffer{memory.NewBufferBytes(valid)}, old.Buffers()[1:]...), nil, 1, old.Offset())
	columns := slices.Clone(r.Columns())
	columns[column] = array.MakeFromData(data)
	return array.NewRecord(r.Schema(), columns, r.NumRows())
}

// TestExchangeNulls: a null is none whatever bytes are under it: the answers are those to rows without them.
func TestExchangeNulls(t *testing.T) {
	model := exportModel(t)
	answers := func(r arrow.Record) []string {
		var stream bytes.Buffer
		w := ipc.NewWriter(&stream, ipc.WithSchema(askedSchema))
		if err := errors.Join(w.Write(r), w.Close()); err != nil {
			t.Fatal(err)
		}
		got, _ := said(t, "--model", model, "--documents", write(t, "a.arrow", stream.String()), "--absent", "all")
		if len(got) != 1 {
			t.Fatal(got)
		}
		return got[0]
	}
	var full []asked
	for i, d := range randomDocuments(3) {
		full = append(full, asked{int64(i), strings.Join(d.Title, " "), strings.Join(d.Body, " ")})
	}
	none := slices.Clone(full)
	none[0].title, none[1].text, none[2].title, none[2].text = nil, nil, nil, nil
	r := batchOf(full)
	for _, at := range [][2]int{{1, 0}, {3, 1}} {
		r = hidden(r, at[0], at[1])
	}
	both := batchOf(full[2:])
	got := append(answers(r)[:2:2], answers(hidden(hidden(both, 1, 0), 3, 0))...)
	want, seen := answers(batchOf(none)), answers(batchOf(full))
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d is %s, want %s", i, got[i], want[i])
		}
		if seen[i] == want[i] {
			t.Errorf("row %d: what is hidden makes no difference: %s", i, want[i])
		}
	}
}

// TestExchangeColumns: ids come back as they are, also texts and none; what is no text is refused with its type.
func TestExchangeColumns(t *testing.T) {
	model := modelDir(t)
	for _, c := range []struct {
		id, title arrow.DataType
		want      string
	}{
		{arrow.BinaryTypes.String, arrow.BinaryTypes.String, `"id":"7"`},
		{arrow.PrimitiveTypes.Uint8, arrow.BinaryTypes.String, `"id":7,`},
		{nil, arrow.BinaryTypes.String, `"id":null`},
		{arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int32, "schema: the column title is of type int32; cast it to string"},
		{arrow.FixedWidthTypes.Float16, arrow.BinaryTypes.String, `"id":7,`},
		{arrow.FixedWidthTypes.MonthInterval, arrow.BinaryTypes.String, "the column id is of type month_interval; cast it to string"},
		{arrow.BinaryTypes.String, nil, "is called title, abstract"},
	} {
		var fields []arrow.Field
		for _, f := range []arrow.Field{{Name: "id", Type: c.id}, {Name: "title", Type: c.title}} {
			if f.Type != nil {
				fields = append(fields, f)
			}
		}
		schema := arrow.NewSchema(fields, nil)
		b := array.NewRecordBuilder(memory.NewGoAllocator(), schema)
		for i := range fields {
			if err := b.Field(i).AppendValueFromString("7"); err != nil {
				t.Fatal(err)
			}
		}
		var stream bytes.Buffer
		w := ipc.NewWriter(&stream, ipc.WithSchema(schema))
		if err := w.Write(b.NewRecord()); err != nil {
			t.Fatal(err)
		}
		args := []string{"--model", model, "--documents", write(t, "a", stream.String())} // no mark of the end
		if !strings.HasPrefix(c.want, `"`) {
			stagetest.Refused(t, streaming(), stages.ExitInput, []string{c.want}, args...)
			continue
		}
		if got, _ := said(t, args...); len(got) != 1 || len(got[0]) != 1 || !strings.Contains(got[0][0], c.want) {
			t.Errorf("%q, want %s", got, c.want)
		}
	}
}
