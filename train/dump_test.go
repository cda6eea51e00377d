package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// TestDumpTable: with --dump-table the candidates of a fit are in the output, as many as it counts, with its features; and only
// then. The choice is the same.
func TestDumpTable(t *testing.T) {
	data, model, _ := learned(t)
	vocabulary, indexed := library(t, 60)
	for _, c := range []struct {
		name, fitted string
		args         []string
		features     []string
	}{
		{"data", choiceFile, []string{"refit", "--model", model, "--data", data}, choose.Names()},
		{"documents", extractFile,
			[]string{"refit", "--model", model, "--columns", "keywords=ours", "--documents", german(t, 61)}, (&fallback.Lexicon{}).Names()},
		{"concepts", concept.File,
			[]string{"concepts", "--vocabulary", vocabulary, "--documents", indexed}, concept.Features},
	} {
		without, with := made(t, c.args...), made(t, append(c.args, "--dump-table")...)
		if len(there(without, setting.TableFile)) > 0 {
			t.Errorf("%s: a table that nobody asked for", c.name)
		}
		if len(differ(t, with, without, c.fitted)) > 0 {
			t.Errorf("%s: with a table the fit is another", c.name)
		}
		b := read(t, with, setting.TableFile)
		file, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		var columns []string
		for _, path := range file.Schema().Columns() {
			columns = append(columns, path[0])
		}
		want := append(slices.Clone(c.features), "document", "right", "weight")
		slices.Sort(want)
		if !slices.Equal(columns, want) {
			t.Errorf("%s: columns %v, want %v", c.name, columns, want)
		}
		if n := file.NumRows(); n < 60 || c.name == "data" && n != int64(choiceOf(t, with).Present.Candidates+choiceOf(t, with).Absent.Candidates) {
			t.Errorf("%s: %d rows", c.name, n)
		}
	}
}
