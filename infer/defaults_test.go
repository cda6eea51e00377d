package main

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestDefaults: what a run has where nobody asks for anything, and what the preset changes, by hand.
func TestDefaults(t *testing.T) {
	plain := Config{
		Settings:      corpus.Settings{Format: "auto", Delimiter: "auto", Quotes: "auto", Encoding: "auto", KeywordSeparator: "auto", Boilerplate: "drop", RepeatedIDs: "refuse"},
		PartDocuments: 10000, exportSettings: export.Defaults(), readSettings: readSettings{Absent: "auto"},
		Options: label.Options{Network: "auto", Speed: "normal", Language: "auto", MaxOOV: 1000, Precision: "float32", Shortlist: -1, BatchSize: 16, BatchTokens: 4000, Window: 1024},
	}
	released := plain
	released.Released = true
	path := documentsFile(t, randomDocuments(1))
	for preset, want := range map[string]Config{"": plain, "released": released} {
		var got Config
		looking, enough := stage(), errors.New("enough")
		looking.Run = func(_ context.Context, _ *stages.Task, c Config) error {
			got = c
			return enough
		}
		args := []string{"--model", modelDir(t), "--documents", path, "--out", filepath.Join(t.TempDir(), "out")}
		if preset != "" {
			args = append(args, "--preset", preset)
		}
		if r := stagetest.Run(t, looking, args...); !strings.Contains(r.Stderr, enough.Error()) || !reflect.DeepEqual(got, want) {
			t.Errorf("preset %q: %+v\nwant %+v\n%s", preset, got, want, r.Stderr)
		}
	}
	if names := stage().Presets; len(names) != 1 {
		t.Errorf("%d presets", len(names))
	}
}
