package stages

import (
	"debug/buildinfo"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/machine"
)

func TestCommit(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for want, settings := range map[string][]debug.BuildSetting{
		"":               {setting("vcs.modified", "true")},
		"0123abc":        {setting("vcs.revision", "0123abc"), setting("vcs.modified", "false")},
		"012abc+changes": {setting("vcs.revision", "012abc"), setting("vcs.modified", "true")},
	} {
		if got := machine.Commit(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%v: %q, want %q", settings, got, want)
		}
	}
}

// A program that was built of a commit says so, stripped as make build leaves it.
func TestVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "score")
	if out, err := exec.Command("go", "build", "-buildvcs=auto", "-trimpath", "-ldflags=-s -w", "-o", program, "../score").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if machine.Commit(info) == "" {
		t.Skip("no version control to ask for the commit")
	}
	out, err := exec.Command(program, "--version").Output()
	if err != nil || !strings.Contains(string(out), "(commit "+machine.Commit(info)+")\n") {
		t.Errorf("%q, %v, built of %s", out, err, machine.Commit(info))
	}
}
