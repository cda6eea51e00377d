package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

const reviewHead = "title,phrase,score,keep?,id,digest,shown\n"

// notes are what a run noted in its manifest.
func notes(t testing.TB, dir string) map[string]any {
	t.Helper()
	var m struct{ Notes map[string]any }
	if err := json.Unmarshal(read(t, dir, "manifest.json"), &m); err != nil {
		t.Fatal(err)
	}
	return m.Notes
}

// germanReview is a review of the documents of german: their keyphrases are added, and further rows follow.
func germanReview(t testing.TB, documents string, more string) string {
	var text strings.Builder
	text.WriteString(reviewHead)
	for line := range strings.Lines(string(read(t, filepath.Dir(documents), filepath.Base(documents)))) {
		var d struct {
			ID   string
			Ours []string
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "T,%s,,,%s,,\n", strings.Join(d.Ours, "; "), d.ID)
	}
	return stagetest.Write(t, t.TempDir(), "review.csv", text.String()+more)
}

// TestRefitReview: phrases that were added to a review teach what keyphrases teach, to the byte, in both fits; documents without a mark do not
// count. Phrases without a mark leave the fit. What is struck in three documents is written to never.csv.
func TestRefitReview(t *testing.T) {
	data, model, _ := learned(t)
	dir := t.TempDir()
	refitted := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		stagetest.Do(t, refitting, append([]string{"--model", model, "--out", out}, args...)...)
		return out
	}
	documents := german(t, 61)
	gold := refitted("gold", "--documents", documents, "--columns", "keywords=ours")
	added := refitted("added", "--documents", documents, "--review", germanReview(t, documents, "T,Wir,.5,,d60,,Wir\n"))
	if !slices.Equal(read(t, added, extractFile), read(t, gold, extractFile)) || !slices.Equal(read(t, added, choiceFile), read(t, model, choiceFile)) {
		t.Error("a review teaches something else than the same keyphrases")
	}
	if n := notes(t, added); fmt.Sprint(n["review_documents"], n["review_untouched"], n["review_added"], n["review_others"], n["never"]) != "60 1 60 60 0" {
		t.Errorf("%v", n)
	}
	var more strings.Builder
	for i := range 4 {
		fmt.Fprintf(&more, "T,die Fabriken,.5,no,d%d,,die Fabriken\nT,Geschichten,.5,,d%[1]d,,Geschichten\n", 10*i)
	}
	struck := refitted("struck", "--documents", documents, "--review", germanReview(t, documents, more.String()))
	if slices.Equal(read(t, struck, extractFile), read(t, gold, extractFile)) {
		t.Error("phrases without a mark stay in the fit")
	}
	if got, want := string(read(t, struck, review.NeverFile)), "id,term,documents\ndie Fabriken,die Fabriken,4\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}

	var known []schemas.Document
	all, err := schemas.Documents.ReadAll(filepath.Join(data, validName))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString(reviewHead)
	for _, d := range all {
		if phrases := slices.Concat(d.Present, d.Absent); len(phrases) > 0 && len(d.Title) > 0 {
			d.Present, d.Absent = phrases, nil
			known = append(known, d)
			for _, p := range phrases {
				fmt.Fprintf(&text, "T,%s,.5,x,%s,%s,%[1]s\n", strings.Join(p, " "), d.ID, d.Digest())
			}
		}
	}
	own := writeDocuments(t, t.TempDir(), validName, known)
	wanted := refitted("choice", "--data", filepath.Dir(own))
	sheet := stagetest.Write(t, t.TempDir(), "review.csv", text.String())
	got := refitted("network", "--documents", own, "--review", sheet, "--language", "en")
	if !slices.Equal(read(t, got, choiceFile), read(t, wanted, choiceFile)) || notes(t, got)["review_network"] != float64(len(known)) {
		t.Errorf("a review of %d documents teaches another choice than the same keyphrases: %v", len(known), notes(t, got))
	}

	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{stages.ExitUsage, "--review needs --documents", []string{"--review", sheet}},
		{stages.ExitUsage, "leave out --data", []string{"--review", sheet, "--documents", own, "--data", data}},
		{stages.ExitInput, "is not in --documents", []string{"--review", sheet, "--documents", documents}},
		{stages.ExitInput, "none of its 1 documents is corrected", []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,,d1,,p\n")}},
		{stages.ExitInput, "has another title or text than the one that was corrected", []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,no,d1,text:00,p\n")}},
		{stages.ExitInput, "too few of its phrases are right", []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,no,d1,,p\n")}},
	} {
		stagetest.Refused(t, refitting, c.code, []string{c.want}, append(c.args, "--model", model, "--out", filepath.Join(t.TempDir(), "o"))...)
	}
}

// TestConceptsReview: concepts that were kept teach what those of a column teach; concepts without a mark leave the fit; a document whose
// concepts are all struck is not remembered.
func TestConceptsReview(t *testing.T) {
	vocabulary, documents := library(t, 90)
	words := []string{"anchor", "barrel", "candle", "dragon", "engine", "forest", "garden", "hammer", "island", "jacket", "kettle", "ladder"}
	head := "title,phrase,score,keep?,id,concept,digest,shown\n"
	var text strings.Builder
	text.WriteString(head)
	for i := range 90 {
		fmt.Fprintf(&text, "T,%s,.5,yes,d%d,u:%[1]s,,%[1]s\nT,qqx%[3]d,,,d%[2]d,,,\n", words[i%12], i, i%12)
	}
	learn := func(more ...string) string {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Do(t, conceptsTraining, append([]string{"--vocabulary", vocabulary, "--documents", documents, "--out", out}, more...)...)
		return out
	}
	stored := func(dir string) string {
		rows, err := schemas.Indexeds.ReadAll(filepath.Join(dir, concept.IndexedFile))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(rows), rows)
	}
	column, sheet := learn(), learn("--review", stagetest.Write(t, t.TempDir(), "r.csv", text.String()))
	if stored(column) != stored(sheet) || !slices.Equal(read(t, column, concept.File), read(t, sheet, concept.File)) {
		t.Error("a review teaches something else than the same concepts")
	}
	// The other word of each title has a label, too.
	var more strings.Builder
	more.WriteString(text.String())
	for i := range 90 {
		other := words[(i/12+1)%12]
		fmt.Fprintf(&more, "T,%s,.5,,d%d,u:%[1]s,,%[1]s\n", other, i)
	}
	if got := learn("--review", stagetest.Write(t, t.TempDir(), "r.csv", more.String())); slices.Equal(read(t, got, concept.File), read(t, sheet, concept.File)) {
		t.Error("concepts without a mark stay in the fit")
	}
	struck := text.String()
	for i := range 4 {
		struck = strings.Replace(struck, fmt.Sprintf("yes,d%d,u:%s", 12*i, "anchor"), fmt.Sprintf("no,d%d,u:anchor", 12*i), 1)
		struck = strings.Replace(struck, fmt.Sprintf("T,qqx0,,,d%d,", 12*i), fmt.Sprintf("T,qqx0,,no,d%d,", 12*i), 1)
	}
	out := learn("--review", stagetest.Write(t, t.TempDir(), "r.csv", struck))
	if got := stored(out); !strings.HasPrefix(got, "86 ") || fmt.Sprint(notes(t, out)["documents"]) != "90" {
		t.Errorf("%.20s remembered, of %v", got, notes(t, out)["documents"])
	}
}
