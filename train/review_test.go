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
	refitted := func(args ...string) string { return learnedRefit(t, args...) }
	documents := german(t, 61)
	gold := refitted("--documents", documents, "--columns", "keywords=ours")
	added := refitted("--documents", documents, "--review", germanReview(t, documents, "T,Wir,.5,,d60,,Wir\n"))
	if len(differ(t, added, gold, extractFile)) > 0 || len(differ(t, added, model, choiceFile)) > 0 {
		t.Error("a review teaches something else than the same keyphrases")
	}
	if n := notes(t, added); fmt.Sprint(n["review_documents"], n["review_untouched"], n["review_added"], n["review_others"], n["never"]) != "60 1 60 60 0" {
		t.Errorf("%v", n)
	}
	var more strings.Builder
	for i := range 4 {
		fmt.Fprintf(&more, "T,die Fabriken,.5,no,d%d,,die Fabriken\nT,Geschichten,.5,,d%[1]d,,Geschichten\n", 10*i)
	}
	struck := refitted("--documents", documents, "--review", germanReview(t, documents, more.String()))
	if len(differ(t, struck, gold, extractFile)) == 0 {
		t.Error("phrases without a mark stay in the fit")
	}
	if got, want := string(read(t, struck, review.NeverFile)), "id,term,documents\ndie Fabriken,die Fabriken,4\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}

	var known []schemas.Document
	var text strings.Builder
	text.WriteString(reviewHead)
	for _, d := range rowsOf(t, schemas.Documents, data, validName) {
		if phrases := slices.Concat(d.Present, d.Absent); len(phrases) > 0 && len(d.Title) > 0 {
			d.Present, d.Absent = phrases, nil
			known = append(known, d)
			for _, p := range phrases {
				fmt.Fprintf(&text, "T,%s,.5,x,%s,%s,%[1]s\n", strings.Join(p, " "), d.ID, d.Digest())
			}
		}
	}
	own := writeDocuments(t, t.TempDir(), validName, known)
	wanted := refitted("--data", filepath.Dir(own))
	sheet := stagetest.Write(t, t.TempDir(), "review.csv", text.String())
	got := refitted("--documents", own, "--review", sheet, "--language", "en")
	if len(differ(t, got, wanted, choiceFile)) > 0 || notes(t, got)["review_network"] != float64(len(known)) {
		t.Errorf("a review of %d documents teaches another choice than the same keyphrases: %v", len(known), notes(t, got))
	}

	refuses(t, []string{"refit", "--model", model}, []refusal{
		{"", stages.ExitUsage, []string{"--review needs --documents"}, []string{"--review", sheet}},
		{"", stages.ExitUsage, []string{"leave out --data"}, []string{"--review", sheet, "--documents", own, "--data", data}},
		{"", stages.ExitInput, []string{"is not in --documents"}, []string{"--review", sheet, "--documents", documents}},
		{"", stages.ExitInput, []string{"none of its 1 documents is corrected"}, []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,,d1,,p\n")}},
		{"", stages.ExitInput, []string{"has another title or text than the one that was corrected"}, []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,no,d1,text:00,p\n")}},
		{"", stages.ExitInput, []string{"too few of its phrases are right"}, []string{"--documents", documents, "--review", stagetest.Write(t, t.TempDir(), "r.csv", reviewHead+"T,p,.5,no,d1,,p\n")}},
	})
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
		return made(t, append([]string{"concepts", "--vocabulary", vocabulary, "--documents", documents}, more...)...)
	}
	stored := func(dir string) string { return fmt.Sprint(len(indexedIn(t, dir)), indexedIn(t, dir)) }
	column, sheet := learn(), learn("--review", stagetest.Write(t, t.TempDir(), "r.csv", text.String()))
	if stored(column) != stored(sheet) || len(differ(t, column, sheet, concept.File)) > 0 {
		t.Error("a review teaches something else than the same concepts")
	}
	// The other word of each title has a label, too.
	var more strings.Builder
	more.WriteString(text.String())
	for i := range 90 {
		other := words[(i/12+1)%12]
		fmt.Fprintf(&more, "T,%s,.5,,d%d,u:%[1]s,,%[1]s\n", other, i)
	}
	if got := learn("--review", stagetest.Write(t, t.TempDir(), "r.csv", more.String())); len(differ(t, got, sheet, concept.File)) == 0 {
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
