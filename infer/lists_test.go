//go:build !nomodel

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestConceptsTables: every table has the columns of the documents with their types, then the concepts; CSV takes a delimiter and a
// mark, also with a line per concept.
func TestConceptsTables(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "d.csv", "Nr,title,note,concepts\n7,Ferries at the quay,=1+1,own\n8,Nothing,,\n")
	out := filepath.Join(dir, "o")
	stagetest.Do(t, conceptsMode(), "--vocabulary", harbour(t), "--documents", documents, "--language", "en", "--choose", "top=1", "--export", "csv,csv-wide,xlsx,parquet-wide", "--export-delimiter", ";", "--bom", "--out", out)
	const header, row = "Nr;title;note;concepts;predicted_concepts;labels;notations;scores;language\n", "7;Ferries at the quay;'=1+1;own;http://example.org/harbour/ferry;ferries;1.1;0."
	if text := fileText(t, filepath.Join(out, assigned.WideFile)); !strings.HasPrefix(text, "\ufeff"+header+row) || strings.Count(text, "\n8;Nothing;;;;;;;en\n") != 1 {
		t.Errorf("%q", text)
	}
	if text := fileText(t, filepath.Join(out, assigned.CSVFile)); !strings.HasPrefix(text, "\ufeffid;rank;concept;label;notation;score;") || !strings.Contains(text, "\nd-2;1;http://example.org/harbour/ferry;ferries;") {
		t.Errorf("%q", text)
	}
	for _, name := range []string{assigned.XLSXFile, assigned.ParquetFile} {
		again := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, conceptsMode(), "--vocabulary", harbour(t), "--documents", filepath.Join(out, name), "--language", "en", "--choose", "top=1", "--export", "csv-wide", "--out", again)
		text := fileText(t, filepath.Join(again, assigned.WideFile))
		if !strings.HasPrefix(text, "Nr,title,note,concepts,predicted_concepts,labels,notations,scores,language,predicted_predicted_concepts,predicted_labels,") || !strings.Contains(text, "\n7,Ferries at the quay,'=1+1,own,http://example.org/harbour/ferry,ferries,1.1,0.") {
			t.Errorf("%s reads as %q", name, text)
		}
	}
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"export_delimiter and bom need --export csv or csv-wide"}, "--vocabulary", harbour(t), "--documents", documents, "--export", "xlsx", "--bom", "--out", out)
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"export csv is given twice"}, "--vocabulary", harbour(t), "--documents", documents, "--export", "csv,csv", "--out", out)
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"raw_cells needs --export csv-wide"}, "--vocabulary", harbour(t), "--documents", documents, "--export", "csv", "--raw-cells", "--out", out)
}

// TestConceptsLists: lists name concepts by URI and label; others come in place of struck ones, which are counted; free phrases obey,
// too; entries that name nothing are named, and a list of such alone is refused.
func TestConceptsLists(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", harbourDocuments+unmatchedDocument)
	never := stagetest.Write(t, dir, "never.csv", "uri;why\n<http://example.org/harbour/ferry>;ours\nTUGS;\nneural networks;\nzzz;\n")
	only := stagetest.Write(t, dir, "only.txt", "ferries\nquays\n")
	for _, c := range []struct {
		args []string
		want string
		n    float64
	}{
		{[]string{"--choose", "top=1"}, "ferry|ferry|ferry", -1},
		{[]string{"--choose", "top=1", "--never", never}, "water|vessel|vessel", 4},
		{[]string{"--choose", "top=3", "--only", only}, "ferry quay|ferry|ferry quay", 6},
		{[]string{"--choose", "top=3", "--only", only, "--never", never}, "quay||quay", 10},
	} {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, conceptsMode(), append(c.args, "--vocabulary", harbour(t), "--documents", documents, "--repeated-ids", "number", "--out", out)...)
		var got []string
		for _, a := range assignedRows(t, out)[:3] {
			var names []string
			for _, k := range a.Concepts {
				names = append(names, strings.TrimPrefix(k.Concept, "http://example.org/harbour/"))
			}
			got = append(got, strings.Join(names, " "))
		}
		n, counted := notes(t, out)["concepts_struck"]
		if strings.Join(got, "|") != c.want || counted != (c.n >= 0) || counted && n != c.n {
			t.Errorf("%v: %q, %v struck", c.args, got, n)
		}
	}
	headed := stagetest.Write(t, dir, "headed.csv", "Concept\n<http://example.org/harbour/quay>\n")
	if log := stagetest.Do(t, conceptsMode(), "--choose", "top=3", "--only", headed, "--vocabulary", harbour(t), "--documents", documents, "--repeated-ids", "number", "--out", filepath.Join(dir, "headed")); strings.Contains(log.Stderr, "no concept") ||
		!strings.Contains(log.Stderr, "the header of --only is no entry") || !strings.Contains(log.Stderr, "header=Concept") {
		t.Errorf("%s", log.Stderr)
	}
	out := filepath.Join(dir, "unmatched")
	log := stagetest.Do(t, conceptsMode(), "--never", never, "--unmatched", "--vocabulary", harbour(t), "--documents", documents, "--repeated-ids", "number", "--out", out)
	for _, a := range assignedRows(t, out) {
		for _, p := range a.Unmatched {
			if p.Phrase == "neural network" {
				t.Error("a free phrase is given that never stands on the list")
			}
		}
	}
	if !strings.Contains(log.Stderr, "entries of --never are no concept") || !strings.Contains(log.Stderr, `zzz`) {
		t.Errorf("%s", log.Stderr)
	}
	none := stagetest.Write(t, dir, "none.txt", "zzz\n")
	stagetest.Refused(t, conceptsMode(), stages.ExitInput, []string{"names no concept of the vocabulary"}, "--only", none, "--vocabulary", harbour(t), "--documents", documents, "--repeated-ids", "number", "--out", filepath.Join(dir, "o"))
	stagetest.Refused(t, conceptsMode(), stages.ExitInput, []string{"has no entry"}, "--only", stagetest.Write(t, dir, "empty", "\n"), "--vocabulary", harbour(t), "--documents", documents, "--out", filepath.Join(dir, "o"))
	stagetest.Refused(t, conceptsMode(), stages.ExitInput, []string{"missing.txt: no such file"}, "--only", filepath.Join(dir, "missing.txt"), "--vocabulary", harbour(t), "--documents", documents, "--out", filepath.Join(dir, "o"))
}

// TestLists: phrases are struck by their stems, of the network and of a text in another language, and others come in their place; the
// content of a list is in the key, its name is not, and pipeline.yaml can have it.
func TestLists(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", `{"id":"a","title":"Deep neural networks for graph cuts","abstract":"We train deep neural networks for image segmentation with graph cuts. A network predicts the weights of the graph."}
{"id":"b","title":"Die Wirkung der Steuerreform auf die Unternehmen","abstract":"Die Steuerreform hat die Investitionen der Unternehmen erhöht. Wir untersuchen, wie die Steuerreform auf kleine Unternehmen wirkt und welche Investitionen sie auslöst."}
`)
	label := func(args ...string) (phrases [2]string, out string) {
		out = filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, stage(), append(args, "--documents", documents, "--choose", "total=3", "--out", out)...)
		for i, r := range readTable(t, schemas.Predictions, out, predictionsFile) {
			for _, p := range r.Phrases {
				phrases[i] += strings.ToLower(p.Phrase) + "|"
			}
		}
		return phrases, out
	}
	all, out := label()
	if _, counted := notes(t, out)["phrases_struck"]; counted || !strings.Contains(all[0], "graph cuts|") || !strings.Contains(all[1], "steuerreform|") {
		t.Fatalf("%q", all)
	}
	never := stagetest.Write(t, dir, "never", "# ours\nGraph cut\nSteuerreformen\nzzz\n")
	got, out := label("--never", never)
	for i, struck := range []string{"graph cuts|", "steuerreform|"} {
		if strings.Contains(got[i], struck) || strings.Count(got[i], "|") != 3 {
			t.Errorf("%q, without the list %q", got[i], all[i])
		}
	}
	if n := notes(t, out)["phrases_struck"]; n != 2. {
		t.Errorf("%v are struck", n)
	}
	if got, _ := label("--only", never, "--never", never); got != [2]string{} {
		t.Errorf("only and never of one file: %q", got)
	}
	if got, _ := label("--only", never); got != [2]string{"graph cuts|", "steuerreform|"} {
		t.Errorf("only: %q", got)
	}
	// The same list under another name, and in pipeline.yaml, makes the same output; another content does not.
	renamed := stagetest.Write(t, dir, "renamed", fileText(t, never))
	settings := stagetest.Write(t, dir, "p.yaml", "infer:\n  never: "+renamed+"\n")
	before := fileText(t, filepath.Join(out, "manifest.json"))
	stagetest.Do(t, stage(), "--config", settings, "--documents", documents, "--choose", "total=3", "--out", out)
	if fileText(t, filepath.Join(out, "manifest.json")) != before {
		t.Error("a list of another name makes the output again")
	}
	if err := os.WriteFile(renamed, []byte("zzz\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"never"}, "--never", renamed, "--documents", documents, "--choose", "total=3", "--out", out)
}

// TestStreamLists: a stream obeys lists as a run over files does; they may be in a bucket, whose content is in the key of an output.
func TestStreamLists(t *testing.T) {
	server := s3server.Real(t, "corpora")
	server.Environment(t)
	const never = "s3://corpora/never.txt"
	server.Put(t, never, []byte("label\nGraph cut\n"))
	path := streamFile(t, []asked{{1, "Deep neural networks for graph cuts", "We train deep neural networks for image segmentation with graph cuts. A network predicts the weights of the graph."}})
	answers := func(args ...string) (line, stderr string) {
		got, stderr := said(t, append(args, "--documents", path)...)
		if len(got) != 1 {
			t.Fatal(got)
		}
		return strings.Join(got[0], "\n"), stderr
	}
	free, _ := answers()
	struck, log := answers("--never", never)
	if !strings.Contains(free, `"graph cuts"`) || strings.Contains(struck, `"graph cuts"`) || !strings.Contains(struck, `"deep neural networks"`) {
		t.Errorf("%s\nwithout the list %s", struck, free)
	}
	if !strings.Contains(log, "header=label entries=1") || !strings.Contains(log, "phrases=1") {
		t.Error(log)
	}
	out := filepath.Join(t.TempDir(), "o")
	args := []string{"--documents", stagetest.Write(t, t.TempDir(), "d.csv", "id,title\n1,Deep neural networks for graph cuts\n"), "--out", out}
	stagetest.Do(t, stage(), append(args, "--never", stagetest.Write(t, t.TempDir(), "n", "label\nGraph cut\n"))...)
	if again := stagetest.Do(t, stage(), append(args, "--never", never)...); !strings.Contains(again.Stderr, "nothing to do") {
		t.Error(again.Stderr)
	}
	server.Put(t, never, []byte("Graph\n"))
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"never"}, append(args, "--never", never)...)
	stagetest.Refused(t, stage(), stages.ExitInput, []string{"s3://corpora/none"}, append(args, "--never", "s3://corpora/none")...)
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"credentials come from the environment"}, append(args, "--never", "s3://me:word@corpora/none")...)
}

// TestKeywordsLine: what makes keyphrases of a text is refused where none are needed.
func TestKeywordsLine(t *testing.T) {
	documents := stagetest.Write(t, t.TempDir(), "d.csv", "id,title\n1,Roses\n")
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"keywords_line"}, "--keywords-line", "--documents", documents, "--out", filepath.Join(t.TempDir(), "o"))
	stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"keywords_line"}, "--keywords-line", "--vocabulary", harbour(t), "--documents", documents, "--out", filepath.Join(t.TempDir(), "o"))
	stagetest.Refused(t, trying(), stages.ExitUsage, []string{"keywords_line"}, "--keywords-line", "--documents", documents)
}
