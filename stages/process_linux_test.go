package stages

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// filesVariable in the environment is how many files the child may have open.
const filesVariable = "STAGES_CHILD_FILES"

// limitFiles takes the number of files that may be open from the environment.
func limitFiles() {
	n, err := strconv.ParseUint(os.Getenv(filesVariable), 10, 64)
	if err != nil {
		return
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		panic(err)
	}
}

// A pipe that has the name of a manifest, or of a mark, is not waited for.
func TestPipeBesideInput(t *testing.T) {
	for _, name := range []string{"in/manifest.json", "in/.stage.json", "in/a.manifest.json"} {
		t.Chdir(t.TempDir())
		in := write(t, "in/in.txt", "one\n")
		if err := syscall.Mkfifo(name, 0o666); err != nil {
			t.Fatal(err)
		}
		if code, stderr := child(t, "--lines", in, "--out", "out"); code != ExitDone {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
		}
	}
}

// A process that has no file left to open says so and ends as one that is worth a retry, wherever it is met: no input
// is called bad or missing, and none is left out.
func TestTooManyOpenFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a-1.txt", "one\n")
	write(t, "a-2.txt", "two\n")
	write(t, "plain/a.txt", "one\n")
	if code, _, stderr := run(t, copyStage(Whole), "--lines", "a-1.txt", "--out", "made"); code != 0 {
		t.Fatal(stderr)
	}
	parted := copyStage(Parted)
	parted.Run = inParts(2, copyLines)
	if code, _, stderr := run(t, parted, "--lines", "a-1.txt", "--out", "shards"); code != 0 {
		t.Fatal(stderr)
	}
	os.Remove("shards/manifest.json") // so that every shard has to be looked at
	rows := map[string]string{"a-1.txt": "one\n", "a-1.txt:a-2.txt": "one\ntwo\n", "a-*.txt": "one\ntwo\n", "plain": "one\n",
		"made": "one\n", "made/*.txt": "one\n", "shards/lines-00000-of-00002.txt": "one\n"}
	for spec, want := range rows {
		failed := 0
		for files := 3; files < 16; files++ {
			t.Setenv(filesVariable, strconv.Itoa(files))
			out := fmt.Sprintf("out.%d", files)
			code, stderr := child(t, "--config", "none", "--lines", spec, "--out", out)
			switch {
			case code == ExitDone:
				if got := read(t, out+"/lines-00000-of-00001.txt"); got != want {
					t.Errorf("%s with %d files: exit code 0 and %q, want %q", spec, files, got, want)
				}
			case code == ExitFailed && strings.Contains(stderr, syscall.EMFILE.Error()) && !strings.Contains(stderr, "again"),
				code == ExitFailed && strings.Contains(stderr, syscall.EMFILE.Error()+"; the input is not at fault"):
				failed++
			default:
				t.Errorf("%s with %d files: exit code %d: %s", spec, files, code, stderr)
			}
			os.RemoveAll(out)
		}
		if failed == 0 || failed == 13 {
			t.Errorf("%s: %d of 13 limits were too low; the limit is not where the test looks", spec, failed)
		}
	}
}
