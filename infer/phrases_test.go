package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/phrases"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// phrasesOf writes predictions for documents, given by id and phrases joined by commas, best first, and returns the folder.
func phrasesOf(t *testing.T, documents ...[2]string) string {
	t.Helper()
	var all []schemas.Prediction
	for _, d := range documents {
		p := schemas.Prediction{ID: d[0], Limits: schemas.Limits{Language: "en"}}
		for i, phrase := range strings.Split(d[1], ",") {
			p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: phrase, Tokens: strings.Fields(strings.ToLower(phrase)), Score: 1 / float32(i+1), Present: !strings.HasPrefix(phrase, "absent")})
		}
		all = append(all, p)
	}
	path := filepath.Join(t.TempDir(), predictions0)
	saveTable(t, schemas.Predictions, path, all)
	return path
}

// mustMerge runs infer phrases and returns its folder and what it logged.
func mustMerge(t *testing.T, args ...string) (dir, log string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "phrases")
	r := stagetest.Do(t, phrasesMode(), append(args, "--out", dir)...)
	return dir, r.Stderr
}

const papers = `id,title,abstract,Publication Year
1,On nets,"A graph neural network (GNN) is a net, and =1 is one.",2003
2,Of nets,We use graph neural networks (GNNs).,2001-05-01
3,More,Nothing here.,n.d.
`

func labelledBy(t *testing.T) string {
	return phrasesOf(t, [2]string{"1", "graph neural networks,GNN,=net;s"}, [2]string{"2", "GNNs,absent colour"}, [2]string{"3", "absent color,graph neural network,absent color"})
}

// TestPhrases: both files have the concepts with their spellings, documents, scores, years and concepts of a thesaurus.
func TestPhrases(t *testing.T) {
	predictions, documents := labelledBy(t), write(t, "papers.csv", papers)
	vocabulary := write(t, "terms.csv", "id,term,synonyms\nu:1,Graph neural network,GNNs\nu:2,Farben,\nu:3,absent-color,\n")
	dir, log := mustMerge(t, "--predictions", predictions, "--documents", documents, "--vocabulary", vocabulary, "--absent", "all")
	want := "\ufeffid,phrase,variants,documents,score,first_year,concepts,replaces,stands_for\n" +
		"ptbqavbm3iea2by2o,graph neural network,graph neural network; graph neural networks; GNN; GNNs,3,0.833,2001,u:1,,\n" +
		"p2tatd4bscms4oj3b,absent color,absent color; absent colour,2,0.750,2001,u:3,,\n" +
		"ppfmhhuz2leiiawuk,'=net;s,\"'=net,s\",1,0.333,2003,,,\n"
	got := string(readFile(t, filepath.Join(dir, phrases.Sheet)))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	all, err := schemas.Merged.ReadAll(filepath.Join(dir, phrases.File))
	if err != nil || len(all) != 3 || all[2].Phrase != "=net;s" || *all[0].FirstYear != 2001 || strings.Join(all[0].Variants, "|") != "graph neural network|graph neural networks|GNN|GNNs" {
		t.Errorf("%+v, %v", all, err)
	}
	for _, said := range []string{`column="Publication Year" "documents without a year"=1`, `phrases=7 concepts=3 "by spelling"=3 "acronyms with their long form"=1`} {
		if !strings.Contains(log, said) {
			t.Errorf("the log lacks %s:\n%s", said, log)
		}
	}
	// Without documents there are neither years nor long forms, and absent phrases are those of exports.
	dir, _ = mustMerge(t, "--predictions", predictions, "--absent", "none")
	if got := string(readFile(t, filepath.Join(dir, phrases.Sheet))); strings.Contains(got, "200") || strings.Contains(got, "absent") || !strings.Contains(got, ",GNN,GNN; GNNs,2,") {
		t.Error(got)
	}
}

// TestPhrasesOrder: folders in another order give the same bytes.
func TestPhrasesOrder(t *testing.T) {
	a := phrasesOf(t, [2]string{"1", "nets,trees,GNN"}, [2]string{"2", "net,Tree,x"})
	b := phrasesOf(t, [2]string{"3", "Net,trees,gnn,y"}, [2]string{"4", "graph,tree,nets"})
	one, _ := mustMerge(t, "--predictions", a, "--predictions", b)
	two, _ := mustMerge(t, "--predictions", b, "--predictions", a)
	for _, name := range []string{phrases.File, phrases.Sheet} {
		if x, y := readFile(t, filepath.Join(one, name)), readFile(t, filepath.Join(two, name)); !bytes.Equal(x, y) {
			t.Errorf("%s differs", name)
		}
	}
}

// TestPhrasesBefore: a later corpus keeps the ids, and says which concepts it lacks.
func TestPhrasesBefore(t *testing.T) {
	first, _ := mustMerge(t, "--predictions", phrasesOf(t, [2]string{"1", "graph neural networks,GNN,kite"}))
	second, log := mustMerge(t, "--predictions", labelledBy(t), "--documents", write(t, "papers.csv", papers), "--before", first)
	ids := map[string]string{}
	old, err := schemas.Merged.ReadAll(filepath.Join(first, phrases.File))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range old {
		ids[r.Phrase] = r.ID
	}
	all, err := schemas.Merged.ReadAll(filepath.Join(second, phrases.File))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		switch r.Phrase {
		case "graph neural networks":
			other := ids["GNN"]
			if r.ID == other {
				other = ids["graph neural networks"]
			}
			if strings.Join(r.Replaces, "") != other || r.ID != min(ids["GNN"], ids["graph neural networks"]) {
				t.Errorf("%+v", r)
			}
		case "kite":
			if r.ID != ids["kite"] || r.Documents != 0 {
				t.Errorf("%+v", r)
			}
		}
	}
	if !strings.Contains(log, "kept with 0 documents\" stage=\"infer phrases\" concepts=1") || !strings.Contains(log, "see replaces\" stage=\"infer phrases\" concepts=1") {
		t.Error(log)
	}
}

// TestPhrasesYears: a named column, another case, and none.
func TestPhrasesYears(t *testing.T) {
	predictions := phrasesOf(t, [2]string{"1", "a"})
	year := func(table string, more ...string) string {
		dir, _ := mustMerge(t, append(more, "--predictions", predictions, "--documents", write(t, "x.csv", table))...)
		all, err := schemas.Merged.ReadAll(filepath.Join(dir, phrases.File))
		if err != nil || all[0].FirstYear == nil {
			return fmt.Sprint("none ", err)
		}
		return fmt.Sprint(*all[0].FirstYear)
	}
	for column, want := range map[string]string{"auto": "2002", "date": "2001", "SEEN": "2003", "none": "none <nil>"} {
		if got := year("id,title,date,Year,seen\n1,T,2001,2002,2003\n", "--years", column); got != want {
			t.Errorf("--years %s: %s, want %s", column, got, want)
		}
	}
}

// TestPhrasesRefused: what cannot be merged is said with its place.
func TestPhrasesRefused(t *testing.T) {
	predictions, documents := labelledBy(t), write(t, "papers.csv", papers)
	known := filepath.Join(t.TempDir(), "predictions-00000-of-00001.parquet")
	saveTable(t, schemas.Predictions, known, []schemas.Prediction{{ID: "1", Digest: "text:0"}})
	for want, args := range map[string][]string{
		"has the columns id, title, abstract, Publication Year": {"--predictions", predictions, "--documents", documents, "--years", "when"},
		"--years when is a column of --documents":               {"--predictions", predictions, "--years", "when"},
		`document "1" has labels already`:                       {"--predictions", predictions, "--predictions", predictions},
		`document "1" has another title or text`:                {"--predictions", known, "--documents", documents},
		"the file holds predictions, want merged":               {"--predictions", predictions, "--before", predictions},
		"absent is": {"--predictions", predictions, "--absent", "x"},
	} {
		r := stagetest.Run(t, phrasesMode(), append(args, "--out", filepath.Join(t.TempDir(), "out"))...)
		if (r.Code != 64 && r.Code != 65) || !strings.Contains(r.Stderr, want) {
			t.Errorf("%v: exit %d: %s, want %s", args, r.Code, r.Stderr, want)
		}
	}
	if _, log := mustMerge(t, "--predictions", phrasesOf(t, [2]string{"1", "a"}, [2]string{"9", "b"}), "--documents", documents); !strings.Contains(log, "documents=1 first=9") {
		t.Error(log)
	}
}

// TestExportMerged: exports have the preferred spelling, each concept once, and its id.
func TestExportMerged(t *testing.T) {
	predictions, documents := labelledBy(t), write(t, "papers.csv", papers)
	merge, _ := mustMerge(t, "--predictions", predictions, "--documents", documents, "--absent", "none")
	out := filepath.Join(t.TempDir(), "out")
	r := stagetest.Run(t, exporting(), "--predictions", predictions, "--documents", documents, "--merge", merge, "--export", "csv,jsonl,csv-wide,parquet-wide", "--export-text", "--absent", "all", "--out", out)
	if r.Code != 0 || !strings.Contains(r.Stderr, "not in --merge") || !strings.Contains(r.Stderr, "phrases=3") {
		t.Fatalf("exit %d: %s", r.Code, r.Stderr)
	}
	const id = "ptbqavbm3iea2by2o"
	lines := strings.Split(string(readFile(t, filepath.Join(out, export.CSVFile))), "\n")
	for i, want := range []string{"id,rank,phrase,score,present,field,start,end,surface,doubtful,start_char,start_utf16,phrase_id",
		"1,1,graph neural network,1,true,,,,,,,," + id, "1,2,=net;s,0.33333334,true,,,,,,,,ppfmhhuz2leiiawuk", "2,1,graph neural network,1,true,,,,,,,," + id, "2,2,absent colour,0.5,false,,,,,,,,",
		"3,1,absent color,1,false,,,,,,,,", "3,2,graph neural network,0.5,true,,,,,,,," + id, "3,3,absent color,0.33333334,false,,,,,,,,"} {
		if lines[i] != want {
			t.Errorf("line %d: %s, want %s", i, lines[i], want)
		}
	}
	var l struct {
		Keyphrases []string
		PhraseIDs  []*string `json:"phrase_ids"`
	}
	line, _, _ := strings.Cut(string(readFile(t, filepath.Join(out, export.JSONFile))), "\n")
	if err := json.Unmarshal([]byte(line), &l); err != nil || len(l.Keyphrases) != 2 || len(l.PhraseIDs) != 2 || *l.PhraseIDs[0] != id {
		t.Errorf("%s: %v", line, err)
	}
	table := strings.Split(string(readFile(t, filepath.Join(out, export.WideFile))), "\n")
	if !strings.HasSuffix(table[0], ",keywords,doubtful,language,truncated,phrase_ids") || !strings.HasSuffix(table[1], `,"graph neural network; =net,s",,en,false,`+id+"; ppfmhhuz2leiiawuk") || !strings.HasSuffix(table[2], ","+id+"; ") {
		t.Error(strings.Join(table, "\n"))
	}
	plain := filepath.Join(t.TempDir(), "plain")
	if r := stagetest.Run(t, exporting(), "--predictions", predictions, "--export", "jsonl", "--out", plain); r.Code != 0 || strings.Contains(string(readFile(t, filepath.Join(plain, export.JSONFile))), "phrase_ids") {
		t.Errorf("exit %d without --merge: %s", r.Code, r.Stderr)
	}
}
