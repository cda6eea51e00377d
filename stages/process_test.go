package stages

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// childVariable in the environment makes the test binary the program of the copy stage.
const childVariable = "STAGES_CHILD"

// programsVariable names a folder for the four programs; see package programs of stagetest.
const programsVariable = "WRONE2SET_BIN"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		limitFiles()
		Main(copyStage(Whole))
	}
	if os.Getenv(programsVariable) != "" {
		os.Exit(m.Run())
	}
	programs, err := os.MkdirTemp("", "programs")
	if err != nil {
		panic(err)
	}
	os.Setenv(programsVariable, programs)
	code := m.Run()
	os.RemoveAll(programs)
	os.Exit(code)
}

// child runs the copy stage as a process of its own and returns exit code and stderr.
func child(t *testing.T, args ...string) (int, string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), childVariable+"=copy")
	stderr := new(strings.Builder)
	cmd.Stderr = stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// What a scheduler sees of a process. A crash, which is none of the program's own endings, must not look like one of
// those that are not tried again.
func TestExitOfProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"one":    {nil, 0, "msg=done"},
		"stop":   {nil, 1, "stopped at row 1"},
		"usage":  {[]string{"--no-such-flag"}, 64, "there is no flag"},
		"broken": {nil, 65, "broken; mend it"},
		"crash":  {nil, 2, "goroutine"},
	} {
		in := write(t, text+".txt", text+"\n")
		code, stderr := child(t, append([]string{"--lines", in, "--out", "out." + text}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s", text, code, c.code, c.want, stderr)
		}
	}
}
