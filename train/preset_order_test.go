package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// An objective alone replaces the objective of pipeline.yaml and keeps its size; a size in the list replaces that too.
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
		{"tiny,released", "released", 512},
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
