package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// libraryOf writes n references, the first of which has a keyword, and returns their path.
func libraryOf(t *testing.T, n int) string {
	path := filepath.Join(t.TempDir(), "library.bib")
	save(t, path, func(f *os.File) error {
		fmt.Fprint(f, "% Library\n@string{j = {Journal}}\n\n")
		for i := range n {
			fmt.Fprintf(f, "@article{r%d,\n  title = {W%d {w9}},\n  abstract = {W%d, w%d.},\n  keywords = {Own},\n}\n\n", i, i%50, i%7, i%30)
		}
		return nil
	})
	return path
}

// TestReferences: a library comes back with its phrases, from infer and from infer export alike, and is otherwise the same.
func TestReferences(t *testing.T) {
	model, docs := exportModel(t), libraryOf(t, 40)
	how := []string{"--export", "bib,txt,csv-wide", "--absent", "all"}
	whole := mustInfer(t, append([]string{"--model", model, "--documents", docs}, how...)...)
	given, got := string(readFile(t, docs)), string(readFile(t, filepath.Join(whole, "references.bib")))
	if back := regexp.MustCompile(`\{Own, .*\}`).ReplaceAllString(got, "{Own}"); back != given {
		t.Errorf("the library is now %.500q", back)
	}
	keywords := regexp.MustCompile(`keywords = \{Own(?:, )?(.*)\}`).FindAllStringSubmatch(got, -1)
	phrases := strings.Split(strings.TrimSuffix(string(readFile(t, filepath.Join(whole, export.TextFile))), "\n"), "\n")
	if len(keywords) != 40 || len(phrases) != 40 || strings.Join(phrases, "") == "" {
		t.Fatalf("%d references, %d lines of phrases", len(keywords), len(phrases))
	}
	for i, m := range keywords {
		if want := strings.ReplaceAll(phrases[i], ";", ", "); m[1] != want {
			t.Errorf("reference %d has %q, want %q", i, m[1], want)
		}
	}
	parts := mustInfer(t, "--model", model, "--documents", docs, "--part-documents", "7", "--export", "bib", "--absent", "all")
	if part := readFile(t, filepath.Join(parts, "references-00002-of-00006.bib")); !bytes.HasPrefix(part, []byte("% Library\n@string{j = {Journal}}\n\n@article{r14,\n")) {
		t.Errorf("part 2 begins with %.100q", part)
	}
	out := filepath.Join(t.TempDir(), "out")
	stagetest.Do(t, exporting(), "--predictions", parts, "--documents", docs, "--export", "bib", "--absent", "all", "--out", out)
	if again := string(readFile(t, filepath.Join(out, "references.bib"))); again != got {
		t.Errorf("infer export: %.500q, want %.500q", again, got)
	}
}

// TestReferencesRefused: documents that are no references of the format are refused before one is labelled.
func TestReferencesRefused(t *testing.T) {
	model := exportModel(t)
	for docs, want := range map[string]string{tableOf(t, 5): "is csv, and references can be given back only as they came, here as ris", libraryOf(t, 3): "is bibtex, and references"} {
		out := filepath.Join(t.TempDir(), "out")
		code, said := infer(t, "--model", model, "--documents", docs, "--repeated-ids", "number", "--max-rejects", "50%", "--export", "ris", "--out", out)
		if code != 65 || !strings.Contains(said, filepath.Base(docs)+": "+want) || strings.Contains(said, "msg=label") {
			t.Errorf("exit %d: %s", code, said)
		}
	}
}

// TestReferencedConcepts: a reference gets the concepts of its document with their URIs, then the phrases that are none.
func TestReferencedConcepts(t *testing.T) {
	var c assigned.Concepts
	c.Concepts = []schemas.Assignee{{Concept: "http://example.org/1", Label: "Tugs"}}
	c.Unmatched = []schemas.Proposal{{Phrase: "quay"}}
	want := []corpus.Keyword{{Text: "Tugs", URI: "http://example.org/1"}, {Text: "quay"}}
	if got := c.Keywords(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	dir := t.TempDir()
	records, vocabulary, out := filepath.Join(dir, "records.xml"), filepath.Join(dir, "v.tsv"), filepath.Join(dir, "out")
	save(t, records, func(f *os.File) error {
		_, err := f.WriteString("<collection>\n<record><controlfield tag=\"001\">1</controlfield><datafield tag=\"245\"><subfield code=\"a\">Tugs and ferries in harbours</subfield></datafield></record>\n</collection>\n")
		return err
	})
	save(t, vocabulary, func(f *os.File) error {
		_, err := f.WriteString("<http://zbw.eu/stw/descriptor/1>\ttugs\n")
		return err
	})
	stagetest.Do(t, conceptsMode(), "--vocabulary", vocabulary, "--documents", records, "--choose", "top=1", "--export", "marcxml", "--out", out)
	const field = `<datafield tag="650" ind1=" " ind2="7"><subfield code="a">tugs</subfield><subfield code="2">stw</subfield><subfield code="0">http://zbw.eu/stw/descriptor/1</subfield></datafield></record>`
	if got := string(readFile(t, filepath.Join(out, "references.xml"))); strings.Replace(got, field, "</record>", 1) != string(readFile(t, records)) {
		t.Errorf("the record is now %s", got)
	}
}

// TestFormatsTable: every command in the table of formats has an export that infer knows, and every format of references is in it.
func TestFormatsTable(t *testing.T) {
	field, _ := reflect.TypeFor[exportSettings]().FieldByName("Export")
	choices := strings.Split(field.Tag.Get("choices"), ",")
	commands := regexp.MustCompile(`(?m)^    (.+?)  ? *infer --documents \S+.* --export (\S+)$`).FindAllStringSubmatch(corpus.Doc, -1)
	var used []string
	for _, m := range commands {
		if used = append(used, m[2]); !slices.Contains(choices, m[2]) {
			t.Errorf("%s: there is no --export %s", m[1], m[2])
		}
	}
	for _, r := range export.References() {
		if !slices.Contains(used, r.Name) || !slices.Contains(choices, r.Name) {
			t.Errorf("--export %s is not in the table of formats, or no choice", r.Name)
		}
	}
	if lines := strings.Count(corpus.Doc, "\n    "); len(commands) != lines {
		t.Errorf("%d commands in %d lines of the table", len(commands), lines)
	}
}
