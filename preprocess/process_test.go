package main

import (
	"os"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestMain(m *testing.M) {
	stagetest.Child(stage)
	os.Exit(m.Run())
}

// TestKilled kills the stage all over its run: nothing unfinished looks finished, and the next run ends with the same
// bytes.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	p := stagetest.Program{Stage: stage.Name, Args: []string{"--sample", "400", "--shards", "2"}}
	p.Kill(t, 6)
}

// TestTwoAtOnce starts the stage twice for one output.
func TestTwoAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	stagetest.Program{Stage: stage.Name, Args: []string{"--sample", "200"}}.Race(t, 2)
}
