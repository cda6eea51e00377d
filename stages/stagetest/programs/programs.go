// Package programs builds the four programs for tests that run them.
package programs

import (
	"os"
	"os/exec"
	"testing"
)

// Variable names in the environment a folder for the programs, which make test shares between packages.
const Variable = "WRONE2SET_BIN"

// Built returns a folder with the four programs, built as make build builds them: the one that WRONE2SET_BIN names, else a
// new one. The go tool builds anew what is older than the tree and nothing else, so that no test runs a stale program.
func Built(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(Variable)
	if dir == "" {
		dir = t.TempDir()
	}
	const module = "github.com/wrone2set/wrone2set/"
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", dir+"/", module+"preprocess", module+"train", module+"infer", module+"score")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return dir
}
