package known

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestNeighbours: of each document the most telling words are kept, those that five documents have in their text; of each
// keyphrase the most frequent spelling. Numbers, letters and words that one document alone keeps are left out.
func TestNeighbours(t *testing.T) {
	var docs []schemas.Document
	for i := range 6 {
		d := schemas.Document{ID: fmt.Sprint(i), Title: strings.Fields("Graphs <digit> x"), Body: strings.Fields("cutting")}
		if i > 0 {
			d.Body = append(d.Body, "common")
		}
		if i == 3 {
			d.Body = append(d.Body, "rare")
		}
		d.Present, d.Absent = [][]string{{"graph"}}, [][]string{{"minimal", "cuts"}, {"minimal", "cut"}}
		d.Spellings = []string{"Graph", "minimal cuts", "minimal-cut"}
		if i > 3 {
			d.Present, d.Absent, d.Spellings = [][]string{{"graphs"}}, nil, nil
		}
		docs = append(docs, d)
	}
	got, err := Neighbours(context.Background(), []string{saved(t, docs)}, 6, func() {})
	// A varint of 1 is 2.
	want := "[{common  5 [2 2 2 2 2] } {cut  6 [0 2 2 2 2 2] } {graph  6 [0 2 2 2 2 2] } {graph graph 0 [0 2 2 2 2 2] } {minim cut minimal cut 0 [0 2 2 2] minimal cuts}]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v\nwant %s", got, err, want)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Neighbours(stopped, []string{saved(t, docs)}, 6, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestTelling: the words with the greatest weights are kept, and a word in the title counts twice.
func TestTelling(t *testing.T) {
	var docs []schemas.Document
	for i := range 40 {
		d := schemas.Document{ID: fmt.Sprint(i)}
		for w := range choose.Telling + 5 {
			if i < 10+w || w == 0 {
				d.Body = append(d.Body, fmt.Sprintf("w%02dq", w))
			}
		}
		docs = append(docs, d)
	}
	docs[0].Title = []string{"w27q"} // counted three times, which puts it before w24q; twice would put it behind w25q
	rows, err := Neighbours(context.Background(), []string{saved(t, docs)}, 100, func() {})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, r := range rows {
		if r.Documents[0] == 0 {
			of[r.Stems]++
		}
	}
	if len(of) != choose.Telling || of["w27q"] != 1 || of["w24q"] != 1 || of["w25q"] != 0 || of["w00q"] != 0 {
		t.Errorf("%d words of the first document: %v", len(of), of)
	}
}

// TestSpread: the documents that are kept are spread evenly.
func TestSpread(t *testing.T) {
	var docs []schemas.Document
	for i := range 10 {
		docs = append(docs, schemas.Document{ID: fmt.Sprint(i), Present: [][]string{{fmt.Sprintf("k%d", i)}}})
	}
	got, err := Neighbours(context.Background(), []string{saved(t, docs)}, 4, func() {})
	if err != nil || fmt.Sprint(got) != "[{k2 k2 0 [0] } {k4 k4 0 [2] } {k7 k7 0 [4] } {k9 k9 0 [6] }]" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestFrequent: a word in more than 1,000 documents and a tenth of all is left out.
func TestFrequent(t *testing.T) {
	for _, c := range []struct {
		have, all int
		kept      bool
	}{{1001, 1001, false}, {1000, 1001, true}, {1001, 10100, true}} {
		docs := make([]schemas.Document, c.all)
		for i := range docs {
			docs[i].ID = fmt.Sprint(i)
			if i < c.have {
				docs[i].Body = []string{"frequent"}
			}
		}
		rows, err := Neighbours(context.Background(), []string{saved(t, docs)}, 1<<20, func() {})
		if err != nil || len(rows) == 1 != c.kept {
			t.Errorf("%d of %d: %d words, %v", c.have, c.all, len(rows), err)
		}
	}
}
