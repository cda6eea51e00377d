package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wrone2set/stages"
	"wrone2set/stages/stagetest"
)

// A list in which a name has no effect left is refused, and the message has both names; the others give what they say.
func TestPresetOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ list, vain, by string }{
		{"small,released", "small", "released"},
		{"paper,released", "paper", "released"},
		{"wr,released", "wr", "released"},
		{"no-reassign,wr", "no-reassign", "wr"},
		{"no-weighting,wr", "no-weighting", "wr"},
		{"settrans,wr", "settrans", "wr"},
		{"wr,settrans", "wr", "settrans"},
		{"small,settrans,wr", "settrans", "wr"},
		{"slots-12,slots-16", "slots-12", "slots-16"},
		{"small,tiny", "small", "tiny"},
		{"tiny,small", "tiny", "small"},
		{"paper,small", "paper", "small"},
		{"rand-assign,no-reassign", "rand-assign", "no-reassign"},
		{"adapt,released", "adapt", "released"},
		{"wr,catseq", "wr", "catseq"},
		{"catseq,one2one", "catseq", "one2one"},
		{"catseq,catseq-r", "catseq", "catseq-r"},
		{"catseq-r,one2one", "catseq-r", "one2one"},
		{list: "catseq-r,small"},
		{list: "small,catseq-r"},
		{list: "adapt,catseq-r"},
		{list: "adapt,catseq"},
		{list: "catseq,small"},
		{list: "adapt,settrans"},
		{list: "tiny,adapt"},
		{list: "released,settrans"},
		{list: "released,small"},
		{list: "small,wr"},
		{list: "paper,wr"},
		{list: "tiny,wr"},
		{list: "tiny,settrans"},
		{list: "small,slots-12"},
		{list: "small,no-reassign"},
		{list: "small,wr,no-reassign"},
		{list: "settrans-batching,slots-12"},
		{list: "no-reassign,no-weighting"},
		{list: "no-reassign,settrans"},
		{list: "small,small"},
	} {
		r := stagetest.Run(t, stage, "--preset", c.list, "--describe")
		if c.vain == "" {
			if r.Code != 0 {
				t.Errorf("%s: exit code %d: %s", c.list, r.Code, r.Stderr)
			}
			continue
		}
		if want := c.vain + " has no effect before " + c.by + ","; r.Code != stages.ExitUsage || !strings.Contains(r.Stderr, want) {
			t.Errorf("%s: exit code %d: %s, want %q", c.list, r.Code, r.Stderr, want)
		}
	}
}

// An objective by itself keeps the size of pipeline.yaml, its own objective goes; a size in the list takes its place.
func TestPresetKeepsSize(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipeline.yaml")
	if err := os.WriteFile(file, []byte("train: {preset: [tiny, wr]}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		list, reassign string
		width          int
	}{
		{"settrans", "off", 64},
		{"no-weighting", "paper", 64},
		{"small,settrans", "off", 256},
		{"released", "released", 512},
		{"released,settrans", "off", 512},
	} {
		r := stagetest.Run(t, stage, "--config", file, "--preset", c.list, "--describe")
		var d struct {
			Config struct {
				Width    int    `json:"d_model"`
				Reassign string `json:"reassign"`
			} `json:"config"`
		}
		if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil {
			t.Fatalf("%s: %v: %s", c.list, err, r.Stderr)
		}
		if d.Config.Width != c.width || d.Config.Reassign != c.reassign {
			t.Errorf("%s: %+v, want %d wide and reassign %s", c.list, d.Config, c.width, c.reassign)
		}
	}
}
