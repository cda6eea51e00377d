package text

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

func TestKeyphrases(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "keyphrases", 2) {
		var got []string
		for _, phrase := range NewTokenizer(Fold).Keyphrases(strings.Split(c[0], " ;; ")) {
			got = append(got, strings.Join(phrase, " "))
		}
		if joined := strings.Join(got, ";"); joined != c[1] {
			t.Errorf("Keyphrases(%q) = %q, want %q", c[0], joined, c[1])
		}
	}
}
