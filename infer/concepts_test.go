package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// harbour copies the thesaurus of README.
func harbour(t testing.TB) string {
	t.Helper()
	return write(t, "harbour.ttl", fileText(t, "testdata/harbour.ttl"))
}

const harbourDocuments = `{"id":"a","title":"Ferries and tugboats at high tide","abstract":"It is a study of the ships that leave the quay. A crane loads the barges with steamers, and the water level is read every hour."}
{"id":"b","title":"Für 😀 Fähren am Kai","abstract":"Wir haben untersucht, wie die Schlepper und die Schiffe mit der Zeit größer werden, und was das für den Hafen ist."}
`

// TestConcepts: labels are found by their stems, in the language of the document and where they stand; deprecated concepts
// and the acronym IT are not; of two concepts called cranes both are given; broader runs in a circle.
func TestConcepts(t *testing.T) {
	vocabulary, dir := harbour(t), t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", harbourDocuments)
	out := stagetest.Twice(t, conceptsMode(), nil, "--vocabulary", vocabulary, "--documents", documents, "--choose", "top=20", "--export", "jsonl,csv,csv-wide")
	if beside, err := os.ReadDir(filepath.Dir(vocabulary)); err != nil || len(beside) != 1 {
		t.Errorf("beside the vocabulary lie %v, %v", beside, err)
	}
	type line struct {
		ID, Language, Digest        string
		Concepts, Labels, Notations []string
		Scores                      []float64
		Evidence                    []struct {
			Field, Surface string
			Words          [][2]int
			StartChar      *int `json:"start_char"`
			StartUTF16     *int `json:"start_utf16"`
		}
	}
	var lines []line
	for text := range strings.Lines(fileText(t, filepath.Join(out, assigned.JSONFile))) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	for i, want := range []string{"en barge bird crane ferry quay tide tug vessel water", "de ferry tug vessel"} {
		l := lines[i]
		got := []string{}
		for k, c := range l.Concepts {
			got = append(got, strings.TrimPrefix(c, "http://example.org/harbour/"))
			if p := l.Scores[k]; p <= 0 || p >= 1 || k > 0 && p > l.Scores[k-1] {
				t.Errorf("scores %v", l.Scores)
			}
		}
		slices.Sort(got)
		if text := l.Language + " " + strings.Join(got, " "); text != want {
			t.Errorf("document %s: %s, want %s", l.ID, text, want)
		}
	}
	k := slices.Index(lines[0].Concepts, "http://example.org/harbour/tug")
	if e := lines[0].Evidence[k]; e.Field != "title" || e.Surface != "tugboats" || len(e.Words) != 1 || e.Words[0] != [2]int{12, 20} || lines[0].Labels[k] != "tugs" {
		t.Errorf("evidence of tugs: %+v, label %s", e, lines[0].Labels[k])
	}
	k = slices.Index(lines[1].Concepts, "http://example.org/harbour/ferry")
	if lines[1].Labels[k] != "Fähren" || lines[1].Notations[k] != "1.1" {
		t.Errorf("%s %s of the German document", lines[1].Labels[k], lines[1].Notations[k])
	}
	if e := lines[1].Evidence[k]; e.Words[0] != [2]int{10, 17} || *e.StartChar != 6 || *e.StartUTF16 != 7 {
		t.Errorf("evidence of ferries: %+v, behind %d characters, %d of UTF-16", e, *e.StartChar, *e.StartUTF16)
	}
	if got, want := assignedRows(t, out)[0].Digest, (&schemas.Document{TitleText: "Ferries and tugboats at high tide",
		BodyText: "It is a study of the ships that leave the quay. A crane loads the barges with steamers, and the water level is read every hour."}).Digest(); got != want || lines[0].Digest != want {
		t.Errorf("digests %q and %q, want %q", got, lines[0].Digest, want)
	}
	for name, rows := range map[string]int{assigned.CSVFile: 1 + len(lines[0].Concepts) + len(lines[1].Concepts), assigned.WideFile: 3} {
		all, err := csv.NewReader(strings.NewReader(fileText(t, filepath.Join(out, name)))).ReadAll()
		if err != nil || len(all) != rows {
			t.Errorf("%s: %d rows, want %d, %v", name, len(all), rows, err)
		}
	}
}

// TestConceptsMarkup: tags and entities are no text, and places are those in the text with them.
func TestConceptsMarkup(t *testing.T) {
	const marked = `{"id":"a","title":"Ferries &amp; <b>tug</b>boats at high tide","abstract":"<p>It is a study of the ships that leave the quay.</p>"}`
	of := func(documents string) []schemas.Assigned {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, conceptsMode(), "--vocabulary", harbour(t), "--documents", stagetest.Write(t, t.TempDir(), "d.jsonl", documents), "--choose", "top=20", "--out", out)
		return assignedRows(t, out)
	}
	got := of(marked)[0].Concepts
	want := of(strings.NewReplacer("&amp;", "&", "<b>", "", "</b>", "", "<p>", "", "</p>", "").Replace(marked))[0].Concepts
	if len(got) != len(want) {
		t.Fatalf("%+v, without markup %+v", got, want)
	}
	for i, c := range got {
		if c.Concept != want[i].Concept || c.Score != want[i].Score {
			t.Errorf("%+v, without markup %+v", c, want[i])
		}
		if strings.HasSuffix(c.Concept, "/tug") && (c.Surface != "tug</b>boats" || c.Starts[0] != 17 || c.Ends[0] != 29 || *c.StartChar != 17 || *c.StartUTF16 != 17) {
			t.Errorf("%+v", c)
		}
		if strings.HasSuffix(c.Concept, "/quay") && (c.Field != schemas.BodyField || c.Surface != "quay" || c.Starts[0] != 45) {
			t.Errorf("%+v", c)
		}
	}
}

// TestConceptsChoose: top=2 gives two concepts a document, and a threshold that none reaches none.
func TestConceptsChoose(t *testing.T) {
	vocabulary, dir := harbour(t), t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", harbourDocuments)
	for choose, want := range map[string]int{"top=2": 4, "total=2": 4, "total=2,probability=0.99": 0, "precision=0.01": 12, "precision=0.99": 0, "probability=0.99": 0, "top=2,probability=0.99": 0} {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, conceptsMode(), "--vocabulary", vocabulary, "--documents", documents, "--choose", choose, "--out", out)
		n := 0
		for _, r := range assignedRows(t, out) {
			n += len(r.Concepts)
		}
		if n != want {
			t.Errorf("%s: %d concepts, want %d", choose, n, want)
		}
	}
}

// TestConceptsRefused: what is wrong is said, and infer itself says which mode has the flag.
func TestConceptsRefused(t *testing.T) {
	vocabulary, dir := harbour(t), t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", harbourDocuments)
	broken := stagetest.Write(t, dir, "broken.ttl", "@prefix : <http://e/> .\n:a :b\n")
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{stages.ExitInput, "line 3", []string{"--vocabulary", broken, "--documents", documents, "--out", filepath.Join(dir, "o")}},
		{stages.ExitUsage, "choose", []string{"--vocabulary", vocabulary, "--documents", documents, "--out", filepath.Join(dir, "o"), "--choose", "slots"}},
		{stages.ExitUsage, "spreadsheet_safe", []string{"--vocabulary", vocabulary, "--documents", documents, "--out", filepath.Join(dir, "o"), "--spreadsheet-safe"}},
		{stages.ExitInput, "no concepts.json", []string{"--vocabulary", vocabulary, "--documents", documents, "--out", filepath.Join(dir, "o"), "--concepts", dir}},
	} {
		stagetest.Refused(t, conceptsMode(), c.code, []string{c.says}, c.args...)
	}
	folder := t.TempDir() // in which a run would keep what the next one finds
	stagetest.Write(t, folder, "one.tsv", "<http://e/1>\tharbour\n")
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"want the name of one file"}, "--vocabulary", folder, "--documents", documents, "--out", filepath.Join(dir, "o"))
}

const unmatchedDocument = `{"id":"a","title":"Ferries and tugboats at high tide","abstract":"It is a study of the ships that leave the quay. A neural network predicts delays in container terminals. Neural networks need training data."}
{"id":"b","title":"Ferries"}
`

// TestUnmatched: of the phrases that infer gives, tugboats are a label of tugs and a neural network is none. Concepts are as
// they are without the flag, without which nothing is said of phrases.
func TestUnmatched(t *testing.T) {
	if pretrained.Model() == nil {
		t.Skip("no built-in model")
	}
	vocabulary, dir := harbour(t), t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", unmatchedDocument)
	args := []string{"--vocabulary", vocabulary, "--documents", documents, "--export", "jsonl,csv,csv-wide"}
	with := stagetest.Twice(t, conceptsMode(), nil, append(args, "--unmatched")...)
	without := filepath.Join(dir, "without")
	stagetest.Do(t, conceptsMode(), append(args, "--out", without)...)
	rows, bare := assignedRows(t, with), assignedRows(t, without)
	all := rows[0].Unmatched
	i := slices.IndexFunc(all, func(p schemas.Proposal) bool { return p.Phrase == "neural network" })
	if i < 0 || slices.ContainsFunc(all, func(p schemas.Proposal) bool { return p.Phrase == "tugboats" }) {
		t.Fatalf("%+v", all)
	}
	p := all[i]
	if p.Score <= 0 || p.Score >= 1 || p.Field != "body" || p.Start == nil || *p.Start != 50 || *p.End != 64 || p.Surface != "neural network" {
		t.Errorf("%+v", p)
	}
	for k := range rows {
		if rows[k].Unmatched = bare[k].Unmatched; !reflect.DeepEqual(rows[k], bare[k]) || len(bare[k].Unmatched) > 0 {
			t.Errorf("%+v, without the flag %+v", rows[k], bare[k])
		}
	}
	for name, says := range map[string]string{
		assigned.JSONFile: `"unmatched":[{"phrase":"neural network","score":`,
		assigned.CSVFile:  "\na,1,,neural network,,",
		assigned.WideFile: "id,title,abstract,concepts,labels,notations,scores,language,unmatched,unmatched_scores\n",
	} {
		if text := fileText(t, filepath.Join(with, name)); !strings.Contains(text, says) {
			t.Errorf("%s lacks %q:\n%s", name, says, text)
		}
		if text := fileText(t, filepath.Join(without, name)); strings.Contains(text, "unmatched") || strings.Contains(strings.ReplaceAll(text, "A neural network predicts", ""), "neural network,") {
			t.Errorf("%s without the flag:\n%s", name, text)
		}
	}
	if text := fileText(t, filepath.Join(with, assigned.JSONFile)); !strings.Contains(text, `"unmatched":[]`) {
		t.Errorf("nothing is unmatched in the second document:\n%s", text)
	}
}

func assignedRows(t *testing.T, dir string) []schemas.Assigned {
	t.Helper()
	return readTable(t, schemas.Assigneds, dir, assigned.File)
}
