package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// german are n documents with keyphrases in a column of another name, of which the last has none.
func german(t testing.TB, n int) string {
	words := []string{"Anker", "Ballon", "Kerze", "Drache", "Fabrik", "Wald", "Garten", "Hammer", "Insel", "Jacke"}
	var text strings.Builder
	for i := range n {
		a, b := words[i%10], words[(i/10+i+1)%10]
		tags := fmt.Sprintf(`"%s","%s"`, a, strings.ToLower(a))
		if i == n-1 {
			tags = ""
		}
		fmt.Fprintf(&text, `{"id":"d%d","title":"Von der %s","abstract":"Wir sahen die %s und nicht die %s, und das war die ganze Geschichte.","ours":[%s]}`+"\n", i, a, a, b, tags)
	}
	return stagetest.Write(t, t.TempDir(), "german.jsonl", text.String())
}

func extractOf(t testing.TB, model string) *fallback.Ranker {
	t.Helper()
	m, err := fallback.Read(extractFile, bytes.NewReader(read(t, model, extractFile)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFallback: train refit --documents writes extract.json by the documents that have keyphrases, and keeps the choice. With --data
// it fits both, each as alone. A model that has extract.json keeps it without --documents.
func TestFallback(t *testing.T) {
	data, model, _ := learned(t)
	documents, dir := german(t, 61), t.TempDir()
	columns := []string{"--columns", "keywords=ours"}
	refitted := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		stagetest.Do(t, refitting, append([]string{"--out", out}, args...)...)
		return out
	}
	alone := stagetest.Twice(t, refitting, nil, append(columns, "--model", model, "--documents", documents)...)
	for _, name := range []string{configFile, modelFile, vocabFile, choiceFile, knownFile, neighboursFile} {
		if !slices.Equal(read(t, alone, name), read(t, model, name)) {
			t.Errorf("without --data: another %s", name)
		}
	}
	m := extractOf(t, alone)
	if m.Documents != 60 || m.Lexicon == nil || m.Lexicon.Phrases["ank"] != 6 || m.Lexicon.Words["fabrik"][0] != 12 {
		t.Errorf("%d documents, %v", m.Documents, m.Lexicon)
	}
	marked := stagetest.Write(t, dir, "german.jsonl", strings.NewReplacer("Wir", "<p>Wir", "Geschichte.", "Geschichte.</p>", "Von", "V<i>o</i>n").Replace(string(read(t, filepath.Dir(documents), "german.jsonl"))))
	if !slices.Equal(read(t, refitted("marked", append(columns, "--model", model, "--documents", marked)...), extractFile), read(t, alone, extractFile)) {
		t.Error("with markup it is another extract.json")
	}
	both := refitted("both", append(columns, "--model", model, "--documents", documents, "--data", data, "--threads", "3")...)
	if !slices.Equal(read(t, both, extractFile), read(t, alone, extractFile)) {
		t.Error("with --data it is another extract.json")
	}
	choice := refitted("choice", "--model", alone, "--data", data)
	if !slices.Equal(read(t, both, choiceFile), read(t, choice, choiceFile)) || !slices.Equal(read(t, choice, extractFile), read(t, alone, extractFile)) {
		t.Error("with --data alone it is another choice, or another extract.json than the model's")
	}
	tuned := filepath.Join(dir, "tuned")
	stagetest.Do(t, stage, append(slices.Clone(smallest), "--init-from", alone, "--data", data, "--epochs", "1", "--out", tuned)...)
	if !slices.Equal(read(t, tuned, extractFile), read(t, alone, extractFile)) {
		t.Error("a training that starts from it has another extract.json")
	}
	// By the rules of English the stem is another.
	english := refitted("english", append(columns, "--model", model, "--documents", documents, "--language", "en")...)
	if l := extractOf(t, english).Lexicon; l.Phrases["ank"] != 0 || l.Phrases["anker"] != 6 {
		t.Errorf("--language en: %v", l.Phrases)
	}
	half := refitted("half", append(columns, "--model", model, "--documents", documents, "--choice-documents", "30")...)
	if m := extractOf(t, half); m.Documents != 30 || m.Lexicon.Phrases["ank"] != 6 { // every second document
		t.Errorf("--choice-documents 30: %d documents, %v", m.Documents, m.Lexicon.Phrases)
	}
	none := refitted("none", "--model", model, "--data", data)
	if _, err := os.Stat(filepath.Join(none, extractFile)); err == nil {
		t.Error("without --documents a model without extract.json gets one")
	}
	if _, err := os.Stat(filepath.Join(none, "rejects.jsonl")); err == nil {
		t.Error("without --documents it lists rejects")
	}
}

func TestFallbackRefused(t *testing.T) {
	_, model, _ := trained(t, 20, "--epochs", "1")
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{stages.ExitUsage, []string{"give --data", "or --documents"}, nil},
		{stages.ExitInput, []string{"at least 30", "more documents"}, []string{"--documents", german(t, 20), "--columns", "keywords=ours"}},
		{stages.ExitInput, []string{"no document has keyphrases", "--columns keywords=NAME"}, []string{"--documents", german(t, 20)}},
		{stages.ExitUsage, []string{"keyword_separator is empty"}, []string{"--documents", german(t, 20), "--keyword-separator", ""}},
		{stages.ExitInput, []string{"looks joined by ','", "--keyword-separator ','"}, []string{"--documents", rowsOf(t, "id,title,text,keywords", `,Ein Titel,Ein Text der Leser,"Leser,Titel,Texte"`)}},
		{stages.ExitInput, []string{"column keywords: infer wrote it", "--columns 'keywords=Schlagwörter'"}, []string{"--documents", rowsOf(t, "id,title,text,Schlagwörter,keywords,doubtful", `,Ein Titel,Ein Text,Leser,Titel,`)}},
		{stages.ExitUsage, []string{`language is "German"`}, []string{"--documents", german(t, 20), "--columns", "keywords=ours", "--language", "German"}},
	} {
		stagetest.Refused(t, refitting, c.code, c.want, append(c.args, "--model", model, "--out", filepath.Join(t.TempDir(), "o"))...)
	}
}

// rowsOf writes a table of 12 equal rows.
func rowsOf(t *testing.T, header, row string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(header+"\n"+strings.Repeat(row+"\n", 12)), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
