package part

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// config has the settings of cutting that a user can give.
type config struct {
	Size  int64 `key:"size" help:"documents of a part"`
	Limit int64 `key:"limit" help:"documents to read"`
}

// listing writes the id of each document of a part.
var listing = stages.Stage[config]{
	Name: "list", Version: "1", Doc: "Lists ids.\n\nExample: list --documents a.jsonl --out o", Layout: stages.Parted,
	Inputs:  []stages.Input{{Name: "documents", Schema: "corpus", Required: true, Many: true, Recognises: corpus.Recognises, Doc: "documents"}},
	Outputs: []stages.Output{{Name: "ids-*.txt", Schema: "text", Doc: "ids"}, {Name: "rejects.jsonl", Schema: "rejects", Doc: "bad rows"}},
	Run: func(ctx context.Context, t *stages.Task, c config) error {
		documents := corpus.DefaultSettings()
		documents.RepeatedIDs = "number"
		s := Settings{Documents: documents, Reading: documents.Reading(true, t), Size: c.Size, Limit: c.Limit}
		return Each(ctx, t, s, func(of *stages.Task, in *Documents, _ *stages.Progress) error { return list(of, in) })
	},
}

func list(t *stages.Task, in *Documents) error {
	var ids []string
	for {
		b, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		t.Read(int64(b.Len()))
		for i := range b.Len() {
			r, err := b.Parse(i)
			p := Place{File: r.File, Row: r.Row, Reject: err}
			if err == nil {
				p.ID = r.ID
			}
			if ok, err := in.Accept(t, &p); err != nil {
				return err
			} else if ok {
				ids = append(ids, p.ID)
			}
		}
	}
	return t.Fill("ids-*.txt", func(w io.Writer) error { _, err := io.WriteString(w, strings.Join(ids, " ")); return err })
}

// TestEach: parts hold the documents up to the limit, in order and over the ends of files. An id that repeats is numbered over all parts;
// a row that cannot be read has none.
func TestEach(t *testing.T) {
	dir := t.TempDir()
	line := func(id string, text any) string { return fmt.Sprintf("{\"id\": %q, \"title\": %#v}\n", id, text) }
	first := stagetest.Write(t, dir, "a.jsonl", line("a", "one tide")+line("b", 7)+line("a", "two tides"))
	second := stagetest.Write(t, dir, "b.jsonl", line("b", "three")+line("c", "four")+line("a", "five"))
	for args, want := range map[string]string{
		"--size 2":           "a | a-2 b | c a-3",
		"--size 4":           "a a-2 b | c a-3",
		"--size 0":           "a a-2 b c a-3",
		"--size 2 --limit 3": "a | a-2",
	} {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, listing, append(strings.Fields(args), "--documents", first, "--documents", second, "--max-rejects", "100%", "--out", out)...)
		files, _ := filepath.Glob(filepath.Join(out, "ids-*.txt"))
		var parts []string
		for _, f := range files { // by part
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, string(b))
		}
		if got := strings.Join(parts, " | "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
