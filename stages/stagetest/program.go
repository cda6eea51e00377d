package stagetest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/wrone2set/wrone2set/stages"
)

const childVariable = "STAGETEST_STAGE"

// Child turns the test binary into the program of the stage if a Program of that name started it, and does not return
// then. Call it first in TestMain, once per stage.
func Child[C any](s stages.Stage[C]) {
	if os.Getenv(childVariable) == s.Name {
		minio.DefaultRetryUnit = time.Millisecond
		stages.Main(s)
	}
}

// Program is a stage that runs as a process of its own.
type Program struct {
	Stage string   // name of a stage that TestMain passes to Child
	Args  []string // without --out and --config
}

// Command returns the process that runs the stage with output folder out, unless out is empty, and extra arguments.
func (p Program) Command(t testing.TB, out string, extra ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := slices.Clone(p.Args)
	if out != "" {
		args = append(args, "--out", out)
	}
	cmd := exec.Command(exe, withConfig(append(args, extra...))...)
	cmd.Env = append(os.Environ(), childVariable+"="+p.Stage)
	return cmd
}

// Run runs the process to its end.
func (p Program) Run(t testing.TB, out string, extra ...string) Result {
	t.Helper()
	cmd := p.Command(t, out, extra...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}
