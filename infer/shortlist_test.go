package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// TestShortlist: fewer words are other slots, in either precision, and a row still depends on its document alone; all
// words of the vocabulary are what none is.
func TestShortlist(t *testing.T) {
	model, path := modelDir(t), documentsFile(t, randomDocuments(40))
	rows := func(args ...string) string {
		out := mustInfer(t, append(args, "--model", model, "--documents", path, "--slots")...)
		return show(readTable(t, schemas.Predictions, out, "predictions-*")) + show(readTable(t, schemas.Slots, out, "slots-*"))
	}
	for _, precision := range []string{"float32", "int8"} {
		plain, few := rows("--precision", precision), rows("--precision", precision, "--shortlist", "3")
		if few == plain {
			t.Errorf("%s: a shortlist of 3 words changes nothing", precision)
		}
		for _, args := range [][]string{{"--batch-size", "1"}, {"--batch-tokens", "90", "--threads", "1"}, {"--threads", "3"}} {
			if rows(append(args, "--precision", precision, "--shortlist", "3")...) != few {
				t.Errorf("%s, %v: other rows", precision, args)
			}
		}
		for _, n := range []string{"0", "1000000"} {
			if rows("--precision", precision, "--shortlist", n) != plain {
				t.Errorf("%s: a shortlist of %s is not all words", precision, n)
			}
		}
	}
	if code, said := infer(t, "--model", model, "--documents", path, "--shortlist", "-1", "--out", filepath.Join(t.TempDir(), "out")); code != stages.ExitUsage || !strings.Contains(said, "shortlist") {
		t.Errorf("a shortlist of -1: exit %d: %s", code, said)
	}
}
