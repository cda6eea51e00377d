//go:build !nomodel

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestNUL: a text with NUL and other control characters has the phrases that it has without them, at their places in the text as it was
// given; how many documents have NUL characters is said, and none is rejected.
func TestNUL(t *testing.T) {
	const title, body = "Graph␀ colouring␀ of planar␀ graphs", "Planar␀ graphs are coloured.␀ Graph␀ colouring heuristics are compared."
	dir := t.TempDir()
	var objects, table strings.Builder
	table.WriteString("id,title,abstract\n")
	of := func(text, control string) string { return strings.ReplaceAll(text, "␀", control) }
	controls := map[string]string{"plain": " ", "nul": "\x00", "soh": "\x01", "us": "\x1f", "bs": "\b", "del": "\x7f"}
	for id, c := range controls {
		line, _ := json.Marshal(map[string]string{"id": id, "title": of(title, c), "abstract": of(body, c)})
		objects.WriteString(string(line) + "\n")
		table.WriteString(id + "," + of(title, c) + "," + of(body, c) + "\n")
	}
	for name, text := range map[string]string{"d.jsonl": objects.String(), "d.csv": table.String()} {
		out := filepath.Join(dir, name+".out")
		log := stagetest.Do(t, stage(), "--documents", stagetest.Write(t, dir, name, text), "--out", out)
		if !strings.Contains(log.Stderr, "NUL characters, which are no text, are read as blanks\" stage=infer documents=1") || !strings.Contains(log.Stderr, "rejected=0") {
			t.Error(log.Stderr)
		}
		phrases := map[string]string{}
		for _, p := range readTable(t, schemas.Predictions, out, predictionsFile) {
			for _, k := range p.Phrases {
				phrases[p.ID] += k.Phrase + "|"
				if k.Start == nil {
					continue
				}
				given := map[string]string{"title": title, "body": body}[k.Field]
				if at := of(given, controls[p.ID])[*k.Start:*k.End]; strings.ReplaceAll(at, "\x00", " ") != k.Surface || strings.Contains(k.Surface, "\x00") {
					t.Errorf("%s: %q is %q", p.ID, at, k.Surface)
				}
			}
		}
		for id, got := range phrases {
			if got != phrases["plain"] || !strings.Contains(got, "planar graphs|") {
				t.Errorf("%s: %s, want %s", id, got, phrases["plain"])
			}
		}
	}
}
