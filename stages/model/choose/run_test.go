package choose

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// TestRuns: after the phrases of slots come the runs of the text in their order, each once. They do not contain ".", have at most
// five words, and do not begin or end with "for", which is in many documents and no keyphrase.
func TestRuns(t *testing.T) {
	d := worked()
	d.Runs, d.Neighbours = true, nil
	var got []string
	candidates := Candidates(text.NewStemmer(), d, 0)
	for _, c := range candidates {
		got = append(got, fmt.Sprint(c.Words, c.Start, c.Slot, c.Slots, c.SlotScore))
	}
	want := []string{"[graph cut] 0 0 [0 1] 0.45", "[cut] 1 2 [2] 0.25", "[tree graphs] -1 3 [3] 0.275"}
	for _, run := range []struct {
		words string
		at    int
	}{
		{"graph", 0}, {"we", 3}, {"we cut", 3}, {"we cut graphs", 3}, {"we cut graphs for image", 3}, {"cut graphs", 4},
		{"cut graphs for image", 4}, {"cut graphs for image segmentation", 4}, {"graphs for image", 5},
		{"graphs for image segmentation", 5}, {"image", 7}, {"image segmentation", 7}, {"segmentation", 8},
	} {
		want = append(want, fmt.Sprint(strings.Fields(run.words), run.at, -1, []int(nil), 0))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	for _, f := range []struct {
		name string
		want float64
	}{
		{"written", 0}, {"here_best", -mostLogOdds}, {"here_mean", -mostLogOdds}, {"phrase_best", math.Log(tiny)}, {"witnesses", 0},
		{"unforced", 0}, {"present_slots", 0}, {"best_of_present", 0}, {"part", 1}, {"around", odds(.2005)}, {"runs", math.Log(3)}, {"title", 1},
	} {
		if v := feature(t, candidates[3], f.name); math.Abs(v-f.want) > 1e-9 {
			t.Errorf("%s of %v is %v, want %v", f.name, candidates[3].Words, v, f.want)
		}
	}
}

// holdRuns compares the words of the candidates of a document.
func holdRuns(t *testing.T, d Material, want ...string) {
	t.Helper()
	var got []string
	for _, c := range Candidates(text.NewStemmer(), d, 0) {
		got = append(got, strings.Join(c.Words, " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRunsOfTitle: a run is within the title or within the body. Without known words every such run is a candidate.
func TestRunsOfTitle(t *testing.T) {
	d := Material{Tokens: strings.Fields("graph cut image <unk> <digit>"), Title: 2, Runs: true}
	holdRuns(t, d, "graph", "graph cut", "cut", "image")
}

// TestRunsOfLong: runs after the first 32,768 tokens of a document are not candidates, which bounds memory.
func TestRunsOfLong(t *testing.T) {
	d := Material{Runs: true}
	for i := range 1<<15 + 3 {
		d.Tokens = append(d.Tokens, ".")
		if i >= 1<<15-2 {
			d.Tokens[i] = fmt.Sprint("word", i)
		}
	}
	holdRuns(t, d, "word32766", "word32766 word32767", "word32767")
}

// TestRunEnds: of words in many documents, "deep" begins keyphrases but ends none, and "net" ends keyphrases but begins none.
func TestRunEnds(t *testing.T) {
	known := knownOf(t, []schemas.KnownPhrase{{Stems: "deep", Documents: 5000}, {Stems: "deep net", Targets: 200}, {Stems: "net", Documents: 5000}})
	d := Material{Tokens: strings.Fields("deep net deep"), Known: known, Runs: true}
	holdRuns(t, d, "deep net")
}

// TestKnownWords: counts of words from the rows of phrases; a word that occurs twice in a phrase counts once.
func TestKnownWords(t *testing.T) {
	k := knownOf(t, []schemas.KnownPhrase{
		{Stems: "a", Targets: 2, Documents: 7}, {Stems: "a b a", Targets: 4, Documents: 9}, {Stems: "b", Documents: 5}, {Stems: "c a", Targets: 8},
	})
	for stem, want := range map[string]word{"a": {1, 7, 14, 6, 14}, "b": {2, 5, 4, 0, 0}, "c": {3, 0, 8, 8, 0}, "d": {}} {
		if got := k.word(stem); got != want {
			t.Errorf("%s: %+v, want %+v", stem, got, want)
		}
	}
	bare, absent := knownOf(t, []schemas.KnownPhrase{{Stems: "a", Targets: 1, Documents: 7}}), knownOf(t, []schemas.KnownPhrase{{Stems: "a", Targets: 1}})
	if absent.Words() {
		t.Error("a keyphrase that no text has makes words known")
	}
	if bare.Words() || !k.Words() || (*Known)(nil).Words() || (*Known)(nil).word("a") != (word{}) {
		t.Errorf("words are known: %v without rows of single words, %v with", bare.Words(), k.Words())
	}
}
