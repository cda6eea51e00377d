package stages_test

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/machine"
)

// A program that was built of a commit says so, stripped as make build leaves it.
func TestVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	program := filepath.Join(programs(t), "score")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	commit, dirty := strings.CutSuffix(machine.Commit(info), "+changes")
	if commit == "" {
		t.Skip("no version control to ask for the commit")
	}
	changes := map[bool]string{true: "+changes"}[dirty]
	out, err := exec.Command(program, "--version").Output()
	if err != nil || string(out) != fmt.Sprintf("score version %s (commit %.12s%s)\n", machine.Version, commit, changes) {
		t.Errorf("%q, %v, built of %s", out, err, machine.Commit(info))
	}
}

// The newest entry of the change log is of the version that programs say they are.
func TestChangeLog(t *testing.T) {
	text, err := os.ReadFile("../.github/CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	entries := regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$`).FindAllStringSubmatch(string(text), -1)
	if len(entries) == 0 || entries[0][1] != machine.Version {
		t.Errorf("CHANGELOG.md has %v, programs say %s", entries, machine.Version)
	}
	for i, e := range entries[1:] {
		if e[2] > entries[i][2] {
			t.Errorf("%s stands below %s", e[0], entries[i][0])
		}
	}
}
