package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// TestRefusals checks exit codes and messages.
func TestRefusals(t *testing.T) {
	dir := small(t)
	text := t.TempDir()
	pair := put(t, filepath.Join(text, "s.txt"), "a <eos> b\nc <eos> d\n") + ":" + put(t, filepath.Join(text, "t.txt"), "a\nd\n")
	one, two := put(t, filepath.Join(text, "one.txt"), "a\n"), put(t, filepath.Join(text, "two.txt"), "a\nd\n")
	wild := t.TempDir()
	table(t, filepath.Join(wild, "predictions-00000-of-00001.parquet"), schemas.Predictions,
		schemas.Prediction{ID: "a", Phrases: []schemas.Phrase{phrase("x", 1.5)}}, schemas.Prediction{ID: "b"}, schemas.Prediction{ID: "c"})
	sets := t.TempDir()
	for _, name := range []string{"test.x-00000-of-00001.parquet", "test.y-00000-of-00001.parquet"} {
		table(t, filepath.Join(sets, name), schemas.Documents, schemas.Document{ID: "a"})
	}
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{stages.ExitInput, "1 predictions for 2 documents", []string{"--predictions", one, "--documents", pair}},
		{stages.ExitInput, `document "a": score 1.5 is not between 0 and 1`, []string{"--predictions", wild, "--documents", dir}},
		{stages.ExitUsage, "leave out O", []string{"--predictions", two, "--documents", pair, "--released", "--ks", "5,O"}},
		{stages.ExitUsage, `cut "Q"`, []string{"--predictions", two, "--documents", pair, "--ks", "5,Q"}},
		{stages.ExitUsage, "twice", []string{"--predictions", two, "--documents", pair, "--ks", "5,5"}},
		{stages.ExitUsage, "macro_unpadded", []string{"--predictions", two, "--documents", pair, "--meng-precision"}},
		{stages.ExitUsage, "bins is 0", []string{"--predictions", two, "--documents", pair, "--bins", "0"}},
		{stages.ExitUsage, "letters", []string{"--predictions", two, "--documents", pair, "--name", "a/b"}},
		{stages.ExitUsage, "x and y", []string{"--predictions", dir, "--documents", sets}},
	} {
		refused(t, c.code, c.says, c.args...)
	}
}

// TestShow: score show prints what a mode printed, and where its page is.
func TestShow(t *testing.T) {
	dir := small(t)
	for page, args := range map[string][]string{reportFile: {"--predictions", dir, "--documents", dir},
		comparePage: {"compare", "--predictions", "a=" + dir, "--predictions", "b=" + dir, "--documents", dir}} {
		out, printed, _ := done(t, args...)
		if code, shown, log := score("show", out); code != 0 || !strings.HasPrefix(shown, printed) || !strings.Contains(shown, filepath.Join(out, page)) {
			t.Errorf("exit %d: %s%s", code, shown, log)
		}
	}
	for _, folder := range []string{dir, filepath.Join(dir, "none"), ""} {
		if code, _, complaints := score("show", folder); code != stages.ExitInput || !strings.Contains(complaints, "give the folder that score wrote") {
			t.Errorf("show %q: exit %d: %s", folder, code, complaints)
		}
	}
	if _, help, _ := score("--help"); !strings.Contains(help, "score show") {
		t.Errorf("the help does not name the mode show:\n%s", help)
	}
}
