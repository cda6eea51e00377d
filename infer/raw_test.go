package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// rawCorpora writes documents that say the same in several formats, every 40th row of which is bad where a format has
// bad rows, and returns what --documents may be.
func rawCorpora(t *testing.T, n int) (specs map[string]string) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) string { return stagetest.Write(t, dir, name, string(data)) }
	r := rand.New(rand.NewPCG(7, 8))
	var lines, source, target bytes.Buffer
	var objects []string
	table := [][]string{{"doc_id", "title", "abstract", "year"}}
	for i := range n {
		words := func(n int) string {
			var w []string
			for range n {
				w = append(w, fmt.Sprintf("W%d", 7+r.IntN(60)))
			}
			return strings.Join(w, " ")
		}
		id, title, body := fmt.Sprintf("d%d", i), words(1+r.IntN(4)), words(r.IntN(50))+", Ünd-so in 1999."
		o, _ := json.Marshal(map[string]any{"id": id, "title": title, "abstract": body, "keywords": "none"})
		row := []string{id, title, body, "1999"}
		switch {
		case i%40 == 7:
			lines.WriteString("{\"id\": 1,\n")
			row = row[:2]
		default:
			lines.Write(append(o, '\n'))
		}
		objects = append(objects, string(o))
		table = append(table, row)
		switch {
		case i%40 == 11:
			source.WriteString("\n")
		case i%40 == 13:
			source.WriteString("a <eos> b <eos> c\n")
		default:
			source.WriteString(strings.ToLower(title) + " <eos> " + strings.ToLower(body) + "\n")
		}
		target.WriteString("k;<peos>;w8\n")
	}
	var cells, zipped bytes.Buffer
	w := csv.NewWriter(&cells)
	if err := w.WriteAll(table); err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(&zipped)
	z.Write(lines.Bytes())
	z.Close()
	src := write("text.src", source.Bytes())
	return map[string]string{
		"jsonl": write("lines.jsonl", lines.Bytes()), "csv": write("table.csv", cells.Bytes()), "gz": write("zipped.jsonl.gz", zipped.Bytes()),
		"json": write("array.json", []byte("["+strings.Join(objects, ",\n")+"]")), "text": src,
		"pair": src + ":" + write("text.trg", target.Bytes()),
	}
}

// asDocuments writes the documents of a corpus as a file of documents, and returns it with the rejects.
func asDocuments(t *testing.T, spec string, s corpus.Settings, unicode text.Unicode, released bool) (file, rejects string) {
	t.Helper()
	set := corpus.Files(strings.Split(spec, ":"), strings.Contains(spec, ":"), s.Options(true, func(string) {}))
	in, ids, maker := &corpus.Batches{Set: set, End: func(string, int64) {}}, s.IDs(set), document.NewMaker(text.NewTokenizer(unicode), true, released)
	var docs []schemas.Document
	for {
		b, err := in.Next()
		if err == io.EOF {
			return documentsFile(t, docs), rejects
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			if err == nil {
				if r.ID, err = ids.Take(r.File, r.Row, r.ID); err != nil {
					t.Fatal(err)
				}
			}
			d, err := maker.Label(&r, err)
			if err == nil {
				docs = append(docs, d)
				continue
			}
			line, _ := json.Marshal(schemas.Reject{File: r.File, Row: r.Row, Reason: err.Error()})
			rejects += string(line) + "\n"
		}
	}
}

// TestBothWays: the documents of a corpus and the corpus itself give the same predictions, byte for byte, and the same rows
// are bad for the same reasons.
func TestBothWays(t *testing.T) {
	fold, strip := modelDir(t), modelDir(t)
	sayUnicode(t, fold, "fold", vocabulary(30))
	sayUnicode(t, strip, "strip", vocabulary(30)) // as the preset released cuts
	for name, spec := range rawCorpora(t, 90) {
		for model, preset := range map[string][]string{fold: nil, strip: {"--preset", "released"}} {
			t.Run(fmt.Sprint(name, preset), func(t *testing.T) {
				unicode := text.Fold
				if preset != nil {
					unicode = text.Strip
				}
				data, rejects := asDocuments(t, spec, corpus.DefaultSettings(), unicode, preset != nil)
				want := mustInfer(t, append([]string{"--model", model, "--documents", data}, preset...)...)
				for _, args := range [][]string{nil, {"--window", "7", "--threads", "4"}} {
					got := mustInfer(t, slices.Concat(args, preset, []string{"--model", model, "--documents", spec, "--max-rejects", "5%"})...)
					sameFile(t, filepath.Join(want, onePredictions), filepath.Join(got, onePredictions))
					if found, err := os.ReadFile(filepath.Join(got, "rejects.jsonl")); err != nil || string(found) != rejects {
						t.Errorf("rejects %s, %v, want %s", found, err, rejects)
					}
				}
			})
		}
	}
}

// TestCorpusSettings: infer reads a corpus by the settings of package corpus: columns, separator, format and ids, which repeat
// in rows that are rejected too; in parts as in one.
func TestCorpusSettings(t *testing.T) {
	model, dir := modelDir(t), t.TempDir()
	sayUnicode(t, model, "fold", vocabulary(30))
	table := stagetest.Write(t, dir, "a.csv", "key,name,summary,year\n7,W8 W9,W10 w11,1\n8,W7,w9,2\n7,w12,w13,3\n\n7,w8,,4\n")
	objects := stagetest.Write(t, dir, "a.jsonl", `{"id":"x","title":"w8"}`+"\n"+`{"id":"x"}`+"\n"+`{"id":"x","abstract":"w9"}`+"\n{\n"+`{"id":"x-2","title":"w7"}`+"\n")
	for _, c := range []struct {
		spec     string
		args     []string
		settings func(s *corpus.Settings)
		ids      string
	}{
		{table, strings.Fields("--columns id=key,title=name,text=summary --repeated-ids number"), func(s *corpus.Settings) {
			s.Columns, s.RepeatedIDs = []string{"id=key", "title=name", "text=summary"}, "number"
		}, "7 8 7-2 7-3"},
		{table, strings.Fields("--columns id=year,title=key,text=name --format csv"), func(s *corpus.Settings) {
			s.Columns, s.Format = []string{"id=year", "title=key", "text=name"}, "csv"
		}, "1 2 3 4"},
		{objects, strings.Fields("--repeated-ids number --max-rejects 50%"), func(s *corpus.Settings) { s.RepeatedIDs = "number" }, "x x-3 x-2-2"},
		{stagetest.Write(t, dir, "a.txt", "A w8, w9.\n\nOn w10\n"), []string{"--format", "text"}, func(s *corpus.Settings) { s.Format = "text" }, "a-1 a-2 a-3"},
	} {
		settings := corpus.DefaultSettings()
		c.settings(&settings)
		data, _ := asDocuments(t, c.spec, settings, text.Fold, false)
		want := mustInfer(t, "--model", model, "--documents", data)
		args := slices.Concat(c.args, []string{"--model", model, "--documents", c.spec})
		got := mustInfer(t, args...)
		sameFile(t, filepath.Join(want, onePredictions), filepath.Join(got, onePredictions))
		var ids []string
		for _, p := range readTable(t, schemas.Predictions, mustInfer(t, append(args, "--part-documents", "1", "--max-rejects", "100%")...), "predictions-*.parquet") {
			ids = append(ids, p.ID)
		}
		if strings.Join(ids, " ") != c.ids {
			t.Errorf("%s: ids %q in parts, want %s", c.args, ids, c.ids)
		}
	}
	said := func(code int, want string, args ...string) {
		t.Helper()
		got, log := infer(t, append(args, "--model", model, "--out", filepath.Join(t.TempDir(), "out"))...)
		if got != code || !strings.Contains(log, want) {
			t.Errorf("%s: exit %d: %s\nwant %d: %s", args, got, log, code, want)
		}
	}
	said(stages.ExitInput, `row 4: the id "7" is also that of row 2 of `+table, "--documents", table, "--columns", "id=key,title=name")
	said(stages.ExitInput, "a.txt: is plain and has no columns", "--documents", filepath.Join(dir, "a.txt"), "--columns", "title=name")
	said(stages.ExitInput, "is called nome", "--documents", table, "--columns", "title=nome")
	said(stages.ExitUsage, "repeated_ids", "--documents", table, "--repeated-ids", "drop")
	said(0, "a.csv: csv; read id=key title=name text=summary; not read: year", "--documents", table, "--columns", "title=name", "--repeated-ids", "number")
}

// sayUnicode writes into the vocabulary of a model how its words were cut out of raw text.
func sayUnicode(t testing.TB, model, unicode string, rows []schemas.VocabRow) {
	t.Helper()
	saveVocabulary(t, model, map[string]string{schemas.UnicodeKey: unicode}, rows)
}

const onePredictions = "predictions-00000-of-00001.parquet"

func sameFile(t *testing.T, want, got string) {
	t.Helper()
	if !bytes.Equal(readFile(t, want), readFile(t, got)) {
		t.Errorf("%s is not %s", got, want)
	}
}

// TestSources: a limit counts rows, bad ones too; several sources are labelled one after the other, each in its own format.
func TestSources(t *testing.T) {
	model, specs := modelDir(t), rawCorpora(t, 200)
	ids := func(args ...string) (list []string) {
		for _, p := range readTable(t, schemas.Predictions, mustInfer(t, append(args, "--model", model, "--max-rejects", "12%")...), "predictions-*.parquet") {
			list = append(list, p.ID)
		}
		return list
	}
	if got := ids("--documents", specs["jsonl"], "--limit", "9"); !slices.Equal(got, strings.Fields("d0 d1 d2 d3 d4 d5 d6 d8")) {
		t.Errorf("limited to 9 rows, the 8th of them bad: %v", got)
	}
	docs := documentsFile(t, randomDocuments(3))
	got := ids("--documents", specs["csv"], "--documents", docs, "--documents", specs["json"], "--repeated-ids", "number")
	if len(got) != 195+3+200 || got[0] != "d0" || !slices.Equal(got[195:198], strings.Fields("0 1 2")) || got[198] != "d0-2" {
		t.Errorf("%d documents of three sources: %v", len(got), got)
	}
}
