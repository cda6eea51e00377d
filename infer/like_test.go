//go:build !nomodel

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestLike: of two words that stand in a text alike, the one that is rare in the documents of --like is chosen. Rows that cannot
// be read count nothing, fewer than twenty documents say nothing, and no more than mostLike are read.
func TestLike(t *testing.T) {
	dir := t.TempDir()
	documents := stagetest.Write(t, dir, "d.jsonl", `{"id":"a","abstract":"Garten und Zelte. Zelte und Garten."}`+"\n")
	first := func(flags ...string) string {
		out := filepath.Join(t.TempDir(), "out")
		stagetest.Do(t, stage(), append(flags, "--documents", documents, "--network", "off", "--language", "de", "--choose", "top=1", "--export", "txt", "--out", out)...)
		return strings.TrimSpace(fileText(t, filepath.Join(out, "predictions.txt")))
	}
	like := func(name, word string, n int) string {
		rows := strings.Repeat(`{"id":"x","abstract":"Hier ist `+word+`."}`+"\n", n)
		return stagetest.Write(t, dir, name, rows+`{"id":"bad","abstract":7`+"\n"+rows)
	}
	gardens, tents := like("gardens.jsonl", "Garten", 10), like("tents.jsonl", "Zelte", 10)
	if g, z := first("--like", gardens), first("--like", tents); g != "Zelte" || z != "Garten" {
		t.Errorf("where gardens are frequent %s is first, where tents are %s", g, z)
	}
	few := like("few.jsonl", "Garten", 9)
	if with, without := first("--like", few), first(); with != without {
		t.Errorf("18 documents make %s first, none %s", with, without)
	}
	for n, want := range map[int]string{200: "like=400", 5100: "like=10000"} {
		r := stagetest.Run(t, stage(), "--like", like("many.jsonl", "Garten", n), "--documents", documents, "--out", filepath.Join(t.TempDir(), "out"))
		if r.Code != 0 || !strings.Contains(r.Stderr, want+"\n") {
			t.Errorf("exit %d, not %s: %s", r.Code, want, r.Stderr)
		}
	}
	stagetest.Refused(t, stage(), 65, []string{"none.jsonl"}, "--like", filepath.Join(dir, "none.jsonl"), "--documents", documents, "--out", filepath.Join(dir, "out"))
}
