package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestShortlist: the choice records the shortlist that it was fitted with, and is fitted to what slots write with it.
func TestShortlist(t *testing.T) {
	data, model, _ := learned(t)
	if got := choiceOf(t, model).Shortlist; got != 5000 {
		t.Errorf("by default the shortlist has %d words", got)
	}
	fitted := map[string]*choose.Ranker{}
	for _, n := range []string{"0", "2"} {
		out := filepath.Join(t.TempDir(), "out")
		stagetest.Do(t, refitting, "--model", model, "--data", data, "--shortlist", n, "--out", out)
		fitted[n] = choiceOf(t, out)
		if got := fmt.Sprint(fitted[n].Shortlist); got != n {
			t.Errorf("--shortlist %s: the choice has %s", n, got)
		}
	}
	if all := fitted["0"].Absent.Candidates; all != choiceOf(t, model).Absent.Candidates || fitted["2"].Absent.Candidates >= all {
		t.Errorf("absent candidates with all words %d, with 2 besides those of the document %d", all, fitted["2"].Absent.Candidates)
	}
}
