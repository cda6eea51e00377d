package main

import (
	"bytes"
	"fmt"
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
	documents := german(t, 61)
	columns := []string{"--columns", "keywords=ours"}
	refitted := func(of string, args ...string) string {
		return learnedRefit(t, slices.Concat(columns, []string{"--documents", of}, args)...)
	}
	alone := stagetest.Twice(t, refitting, nil, append(columns, "--model", model, "--documents", documents)...)
	if other := differ(t, alone, model, configFile, modelFile, vocabFile, choiceFile, knownFile, neighboursFile); len(other) > 0 {
		t.Errorf("without --data: another %v", other)
	}
	m := extractOf(t, alone)
	if m.Documents != 60 || m.Lexicon == nil || m.Lexicon.Phrases["ank"] != 6 || m.Lexicon.Words["fabrik"][0] != 12 {
		t.Errorf("%d documents, %v", m.Documents, m.Lexicon)
	}
	marked := stagetest.Write(t, t.TempDir(), "german.jsonl", strings.NewReplacer("Wir", "<p>Wir", "Geschichte.", "Geschichte.</p>", "Von", "V<i>o</i>n").Replace(string(read(t, filepath.Dir(documents), "german.jsonl"))))
	if len(differ(t, refitted(marked), alone, extractFile)) > 0 {
		t.Error("with markup it is another extract.json")
	}
	both := refitted(documents, "--data", data, "--threads", "3")
	if len(differ(t, both, alone, extractFile)) > 0 {
		t.Error("with --data it is another extract.json")
	}
	choice := made(t, "refit", "--model", alone, "--data", data)
	if len(differ(t, both, choice, choiceFile)) > 0 || len(differ(t, choice, alone, extractFile)) > 0 {
		t.Error("with --data alone it is another choice, or another extract.json than the model's")
	}
	if len(differ(t, tiny(t, "--init-from", alone, "--data", data, "--epochs", "1"), alone, extractFile)) > 0 {
		t.Error("a training that starts from it has another extract.json")
	}
	// By the rules of English the stem is another.
	english := refitted(documents, "--language", "en")
	if l := extractOf(t, english).Lexicon; l.Phrases["ank"] != 0 || l.Phrases["anker"] != 6 {
		t.Errorf("--language en: %v", l.Phrases)
	}
	half := refitted(documents, "--choice-documents", "30")
	if m := extractOf(t, half); m.Documents != 30 || m.Lexicon.Phrases["ank"] != 6 { // every second document
		t.Errorf("--choice-documents 30: %d documents, %v", m.Documents, m.Lexicon.Phrases)
	}
	if found := there(learnedRefit(t), extractFile, "rejects.jsonl"); len(found) > 0 {
		t.Errorf("without --documents a model without extract.json gets %v", found)
	}
}

func TestFallbackRefused(t *testing.T) {
	_, model, _ := learned(t)
	refuses(t, []string{"refit", "--model", model}, []refusal{
		{"", stages.ExitUsage, []string{"give --data", "or --documents"}, nil},
		{"", stages.ExitInput, []string{"at least 30", "more documents"}, []string{"--documents", german(t, 20), "--columns", "keywords=ours"}},
		{"", stages.ExitInput, []string{"no document has keyphrases", "--columns keywords=NAME"}, []string{"--documents", german(t, 20)}},
		{"", stages.ExitUsage, []string{"keyword_separator is empty"}, []string{"--documents", german(t, 20), "--keyword-separator", ""}},
		{"", stages.ExitInput, []string{"looks joined by ','", "--keyword-separator ','"}, []string{"--documents", alike(t, "id,title,text,keywords", `,Ein Titel,Ein Text der Leser,"Leser,Titel,Texte"`)}},
		{"", stages.ExitInput, []string{"column keywords: infer wrote it", "--columns 'keywords=Schlagwörter'"}, []string{"--documents", alike(t, "id,title,text,Schlagwörter,keywords,doubtful", `,Ein Titel,Ein Text,Leser,Titel,`)}},
		{"", stages.ExitUsage, []string{`language is "German"`}, []string{"--documents", german(t, 20), "--columns", "keywords=ours", "--language", "German"}},
	})
}

// alike writes a table of 12 equal rows.
func alike(t *testing.T, header, row string) string {
	t.Helper()
	return stagetest.Write(t, t.TempDir(), "rows.csv", header+"\n"+strings.Repeat(row+"\n", 12))
}
