package labelled

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// reading is a stage that prints what it reads of --predictions, beside --documents if they are given.
func reading() stages.Stage[corpus.Settings] {
	return stages.Stage[corpus.Settings]{
		Name: "read", Version: "1", Doc: "Reads labels.\n\nExample: read",
		Inputs: []stages.Input{
			{Name: "predictions", Schema: "predictions", Required: true, Many: true, Doc: "labels"},
			{Name: "documents", Schema: "corpus", Many: true, Doc: "documents"},
		},
		Outputs: []stages.Output{{Name: "read.txt", Schema: "text", Doc: "what was read", Optional: true}},
		Config:  corpus.DefaultSettings(),
		Run: func(ctx context.Context, t *stages.Task, c corpus.Settings) error {
			folders, err := Folders(t, "predictions")
			if err != nil {
				return err
			}
			in, err := Predictions(t, Files(folders))
			if err != nil {
				return err
			}
			defer in.Close()
			likely, rule := Together(folders)
			fmt.Fprintf(t.Stdout, "%d %t %q:", in.Rows(), likely, rule)
			if len(t.Input("documents")) == 0 {
				return in.Alone(ctx, func(p *schemas.Prediction) error {
					fmt.Fprintf(t.Stdout, " %s", p.ID)
					return nil
				})
			}
			return in.Beside(ctx, t, c, corpus.Of(t.Input("documents"), c.Reading(true, t)), func(p *schemas.Prediction, r *corpus.Record) error {
				file, row := in.Place()
				fmt.Fprintf(t.Stdout, " %s=%s@%s:%d", p.ID, r.Title, strings.TrimSuffix(filepath.Base(file), ".parquet"), row)
				return nil
			})
		},
	}
}

// labels writes a file of predictions of ids and titles, joined by =. A title of - is not known.
func labels(t *testing.T, name string, documents ...string) string {
	t.Helper()
	var file bytes.Buffer
	w := schemas.Predictions.NewWriter(&file, nil)
	for _, d := range documents {
		id, title, _ := strings.Cut(d, "=")
		p := schemas.Prediction{ID: id}
		if title != "-" {
			p.Digest = (&schemas.Document{TitleText: title}).Digest()
		}
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return stagetest.Write(t, t.TempDir(), name+".parquet", file.String())
}

// TestAlone: labels are read in the order of the folders, each id once.
func TestAlone(t *testing.T) {
	one, two := labels(t, "one", "a=A", "b=B"), labels(t, "two", "c=C")
	r := stagetest.Do(t, reading(), "--predictions", two, "--predictions", one, "--out", filepath.Join(t.TempDir(), "o"))
	if want := `3 false "": c a b`; r.Stdout != want {
		t.Errorf("%q, want %q", r.Stdout, want)
	}
	stagetest.Refused(t, reading(), stages.ExitInput, []string{"again.parquet: row 2: document \"a\" has labels already; give each folder once"},
		"--predictions", one, "--predictions", labels(t, "again", "d=D", "a=A"), "--out", filepath.Join(t.TempDir(), "o"))
}

// TestBeside: labels meet the documents of their ids in one order, over several files of each, and documents that have none, bad rows too,
// are counted. Labels of another text, without a document or in another order are an error.
func TestBeside(t *testing.T) {
	one, two := labels(t, "one", "a=A", "b=-"), labels(t, "two", "d=D")
	documents := func(lines ...string) string {
		var b strings.Builder
		for _, l := range lines {
			id, title, _ := strings.Cut(l, "=")
			fmt.Fprintf(&b, "{\"id\":%q,\"title\":%q}\n", id, title)
		}
		return stagetest.Write(t, t.TempDir(), "d.jsonl", strings.ReplaceAll(b.String(), `"title":"bad"`, `"title":`))
	}
	args := func(documents string, more ...string) []string {
		return append([]string{"--predictions", one, "--predictions", two, "--documents", documents, "--out", filepath.Join(t.TempDir(), "o")}, more...)
	}
	r := stagetest.Do(t, reading(), args(documents("z=Z", "a=A", "x=bad", "b=other", "c=C"), "--documents", documents("d=D"))...)
	if want := `3 false "": a=A@one:1 b=other@one:2 d=D@two:1`; r.Stdout != want || !strings.Contains(r.Stderr, "documents without labels are left out") || !strings.Contains(r.Stderr, "documents=3") {
		t.Errorf("%q, want %q: %s", r.Stdout, want, r.Stderr)
	}
	for _, c := range []struct{ says, documents string }{
		{`d.jsonl: row 2: document "d" has another title or text than the one that was labelled, row 1 of `, documents("a=A", "d=E")},
		{`two.parquet: row 1: document "d" is not in --documents, or not in this order`, documents("a=A", "b=B")},
		{`one.parquet: row 1: document "a" is not in --documents, or not in this order`, documents("d=D", "b=B")},
		{`one.parquet: row 2: document "b" is not in --documents, or not in this order`, documents("b=B", "a=A", "d=D")},
	} {
		given := args(c.documents)
		if strings.Contains(c.says, "row 2: document \"d\"") {
			given = append([]string{"--predictions", labels(t, "one", "a=A")}, given[2:]...)
		}
		stagetest.Refused(t, reading(), stages.ExitInput, []string{c.says}, given...)
	}
}
