package machine

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for _, c := range []struct {
		module   string // its version: what go install was given
		settings []debug.BuildSetting
		want     string
	}{
		{"(devel)", []debug.BuildSetting{setting("vcs.modified", "true")}, ""},
		{"(devel)", []debug.BuildSetting{setting("vcs.revision", "0123abc"), setting("vcs.modified", "false")}, "0123abc"},
		{"v0.9.1-0.20261124144500-012abc+dirty", []debug.BuildSetting{setting("vcs.revision", "012abc"), setting("vcs.modified", "true")}, "012abc+changes"},
		{"v0.9.0", nil, "v0.9.0"},
	} {
		if got := Commit(&debug.BuildInfo{Main: debug.Module{Version: c.module}, Settings: c.settings}); got != c.want {
			t.Errorf("%v: %q", c, got)
		}
	}
}

func TestRelease(t *testing.T) {
	const full = "0123456789abcdef0123456789abcdef01234567"
	for commit, want := range map[string]string{
		"": "unknown", "v0.9.0": "v0.9.0", full: "0123456789ab", full + "+changes": "0123456789ab+changes",
		"v0.9.1-0.20261124144500-0123456789ab": "v0.9.1-0.20261124144500-0123456789ab",
	} {
		if got := release(commit); got != Version+" (commit "+want+")" {
			t.Errorf("%q: %s", commit, got)
		}
	}
}

// TestPythonVersion: the Python package has the version of the programs that it contains.
func TestPythonVersion(t *testing.T) {
	source, err := os.ReadFile("../../python/src/wrone2set/_version.py")
	if want := fmt.Sprintf("__version__ = %q\n", Version); err != nil || string(source) != want {
		t.Errorf("%q, %v, want %q", source, err, want)
	}
}
