package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// library makes a list of labels, and documents. The text of a document of topic i has word i; its concepts are those of the
// word and of the topic, whose label is not in the text.
func library(t testing.TB, n int) (vocabulary, documents string) {
	words := []string{"anchor", "barrel", "candle", "dragon", "engine", "forest", "garden", "hammer", "island", "jacket", "kettle", "ladder"}
	var list, text strings.Builder
	for i, w := range words {
		fmt.Fprintf(&list, "<u:%s>\t%s\n<u:topic%d>\tqqx%d\n", w, w, i, i)
	}
	for i := range n {
		w, other := words[i%len(words)], words[(i/12+1)%12]
		fmt.Fprintf(&text, `{"id":"d%d","title":"The %s of %.1s<b></b>%s","abstract":"It was seen near the %s, and again.","subjects":["u:%s","<u:topic%d>","u:unknown"]}`+"\n",
			i, w, other, other[1:], w, w, i%len(words))
	}
	dir := t.TempDir()
	return stagetest.Write(t, dir, "list.tsv", list.String()), stagetest.Write(t, dir, "d.jsonl", text.String())
}

func TestTrainConcepts(t *testing.T) {
	vocabulary, documents := library(t, 90)
	out := stagetest.Twice(t, conceptsTraining, nil, "--vocabulary", vocabulary, "--documents", documents)
	rows := indexedIn(t, out)
	if len(rows) != 90 || fmt.Sprint(rows[0].Concepts) != "[u:anchor u:topic0]" || fmt.Sprint(rows[0].Literal) != "[u:anchor u:barrel]" {
		t.Errorf("%d rows, the first %v", len(rows), rows[:min(1, len(rows))])
	}
	choice := conceptChoice(t, out)
	if choice.Documents != 90 || choice.Right != 180 || choice.Missed() != 0 || len(choice.Trees) == 0 {
		t.Errorf("%d documents, %d right, %v missed, %d trees", choice.Documents, choice.Right, choice.Missed(), len(choice.Trees))
	}
	// Without a memory the topics are not candidates, and no document is kept.
	out = made(t, "concepts", "--vocabulary", vocabulary, "--documents", documents, "--remember=false", "--correct=false")
	rows = indexedIn(t, out)
	if choice := conceptChoice(t, out); len(rows) != 0 || choice.Right != 90 || choice.Missed() != 1 {
		t.Errorf("without a memory: %d rows, %d right, %v missed", len(rows), choice.Right, choice.Missed())
	}
}

// indexedIn are the documents that a training of concepts stored.
func indexedIn(t testing.TB, out string) []schemas.Indexed {
	t.Helper()
	return rowsOf(t, schemas.Indexeds, out, concept.IndexedFile)
}

// TestTrainConceptsLabels: labels that one concept has teach the same as its URI, those of several are counted, and the columns of a list
// are said.
func TestTrainConceptsLabels(t *testing.T) {
	_, documents := library(t, 60)
	text := read(t, filepath.Dir(documents), filepath.Base(documents))
	var list strings.Builder
	list.WriteString("uri,term,synonyms\n")
	for i, w := range []string{"anchor", "barrel", "candle", "dragon", "engine", "forest", "garden", "hammer", "island", "jacket", "kettle", "ladder"} {
		fmt.Fprintf(&list, "u:%s,%s,twice\nu:topic%d,qqx%d,\n", w, w, i, i)
	}
	dir := t.TempDir()
	vocabulary := stagetest.Write(t, dir, "list.csv", list.String())
	labels := stagetest.Write(t, dir, "d.jsonl", regexp.MustCompile(`"u:([a-z]+)","<u:topic(\d+)>","u:unknown"`).ReplaceAllString(string(text), `"$1"," QQX$2 ","none"," twice "`))
	var stored []string
	for i, file := range []string{documents, labels} {
		out, log := do(t, "concepts", "--vocabulary", vocabulary, "--documents", file)
		rows := indexedIn(t, out)
		if len(rows) != 60 {
			t.Fatal(len(rows))
		}
		stored = append(stored, fmt.Sprint(rows))
		if said := strings.Contains(log, "labels that several concepts have; give their URIs") && strings.Contains(log, "labels=60 first=twice") && strings.Contains(log, "uris=60"); said != (i == 1) ||
			!strings.Contains(log, "identifier = uri, term = term, synonyms = synonyms") {
			t.Errorf("%s", log)
		}
	}
	if stored[0] != stored[1] {
		t.Errorf("labels teach something else than URIs:\n%.500s\n%.500s", stored[0], stored[1])
	}
}

// TestTrainConceptsKeeps: documents that teach nothing leave the built-in choice as it is, without them, and the manifest says so. Those
// of library teach what is not in their text.
func TestTrainConceptsKeeps(t *testing.T) {
	vocabulary, documents := library(t, 60)
	first, err := concept.Default()
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, filepath.Dir(documents), filepath.Base(documents))
	// The only word of the text that is a label is the concept, and the built-in choice finds it.
	plain := stagetest.Write(t, t.TempDir(), "d.jsonl", regexp.MustCompile(`"<u:topic\d+>",| of .<b></b>[a-z]+`).ReplaceAllString(string(text), ""))
	for file, kept := range map[string]bool{documents: false, plain: true} {
		out := made(t, "concepts", "--vocabulary", vocabulary, "--documents", file)
		rows := indexedIn(t, out)
		c := conceptChoice(t, out)
		if same := len(c.Trees) == len(first.Trees) && c.Documents == first.Documents; same != kept || (len(rows) == 0) != kept {
			t.Errorf("kept: %v, want %v; %d documents are stored", same, kept, len(rows))
		}
		if n := notes(t, out); n["kept_built_in"] != kept {
			t.Errorf("the manifest does not say kept_built_in %v: %v", kept, n)
		}
	}
}

// TestTrainConceptsCorrects: from few documents the choice is the built-in one with other trees behind, unless that is not wanted. It is
// compared with the built-in one.
func TestTrainConceptsCorrects(t *testing.T) {
	vocabulary, documents := library(t, 40)
	first, err := concept.Default()
	if err != nil {
		t.Fatal(err)
	}
	for args, corrects := range map[string]bool{"": true, "--correct": true, "--correct=false": false} {
		out := made(t, append([]string{"concepts", "--vocabulary", vocabulary, "--documents", documents}, strings.Fields(args)...)...)
		c := conceptChoice(t, out)
		if (len(c.Trees) > len(first.Trees) && fmt.Sprint(c.Trees[0].Leaves) == fmt.Sprint(first.Trees[0].Leaves)) != corrects {
			t.Errorf("%s: the choice corrects the built-in one, or not, unlike what was asked", args)
		}
		if _, compared := notes(t, out)["ndcg_at_10_built_in"]; compared != corrects {
			t.Errorf("%s: %v", args, notes(t, out))
		}
	}
}

func conceptChoice(t testing.TB, out string) (c concept.Ranker) {
	t.Helper()
	if err := json.Unmarshal(read(t, out, concept.File), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTrainConceptsRefused(t *testing.T) {
	vocabulary, documents := library(t, 4)
	_, none := library(t, 0)
	foreign := stagetest.Write(t, t.TempDir(), "l.tsv", "<u:x>\tx\n")
	two := t.TempDir()
	stagetest.Write(t, two, "one.tsv", "<u:x>\tx\n")
	stagetest.Write(t, two, "two.tsv", "<u:x>\tx\n")
	refuses(t, []string{"concepts"}, []refusal{
		{"few", stages.ExitInput, []string{"at least 10"}, []string{"--vocabulary", vocabulary, "--documents", documents}},
		{"foreign", stages.ExitInput, []string{"no document has a concept"}, []string{"--vocabulary", foreign, "--documents", documents}},
		{"none", stages.ExitInput, nil, []string{"--vocabulary", vocabulary, "--documents", none}},
		{"two files", stages.ExitUsage, []string{"want the name of one file"}, []string{"--vocabulary", two, "--documents", documents}},
	})
}
