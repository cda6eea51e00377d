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
