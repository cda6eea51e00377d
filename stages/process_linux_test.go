package stages

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// child is the copy stage as a process of its own, which the shell begins after it did something.
func child(t *testing.T, before string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", append([]string{"-c", before + ` exec "$0" "$@"`, exe, "--config", "none"}, args...)...)
	cmd.Env = append(os.Environ(), childVariable+"=copy")
	return cmd
}

// ended runs a process to its end and returns exit code and stderr.
func ended(t *testing.T, cmd *exec.Cmd) (int, string) {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Skip(err) // no namespaces here
	}
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// What a scheduler sees of a process. A crash, which is none of the program's own endings, must not look like one of
// those that are not tried again. A pipe that has the name of a manifest, or of a mark, is not waited for.
func TestExitOfProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, c := range map[string]struct {
		flag string
		code int
		want string
	}{
		"one":    {"--quiet=false", 0, "msg=done"},
		"stop":   {"--quiet", 1, "stopped at row 1"},
		"usage":  {"--no-such-flag", 64, "there is no flag"},
		"broken": {"--quiet", 65, "broken; mend it"},
		"crash":  {"--quiet", 2, "goroutine"},
	} {
		in := write(t, text+"/in.txt", text+"\n")
		for _, name := range []string{"/manifest.json", "/.stage.json", "/a.manifest.json"} {
			if err := syscall.Mkfifo(text+name, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if code, stderr := ended(t, child(t, "", "--lines", in, "--out", "out."+text, c.flag)); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s", text, code, c.code, c.want, stderr)
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
	for out, s := range map[string]copying{"made": copyStage(Whole), "shards": changed(Parted, func(s *copying) { s.Run = inParts(2, copyLines) })} {
		if code, _, stderr := run(t, s, "--lines", "a-1.txt", "--out", out); code != 0 {
			t.Fatal(stderr)
		}
	}
	os.Remove("shards/manifest.json") // so that every shard has to be looked at
	for spec, want := range map[string]string{"a-1.txt": "one\n", "a-1.txt:a-2.txt": "one\ntwo\n", "a-*.txt": "one\ntwo\n", "plain": "one\n",
		"made": "one\n", "made/*.txt": "one\n", "shards/lines-00000-of-00002.txt": "one\n"} {
		failed := 0
		for files := 8; files < 21; files++ {
			code, stderr := ended(t, child(t, fmt.Sprintf("ulimit -n %d;", files), "--lines", spec, "--out", "out"))
			switch emfile := syscall.EMFILE.Error(); {
			case code == ExitDone:
				if got := read(t, "out/lines-00000-of-00001.txt"); got != want {
					t.Errorf("%s with %d files: exit code 0 and %q, want %q", spec, files, got, want)
				}
			case code == ExitFailed && strings.Contains(stderr, emfile) && !strings.Contains(stderr, "again"),
				code == ExitFailed && strings.Contains(stderr, emfile+"; the input is not at fault"):
				failed++
			default:
				t.Errorf("%s with %d files: exit code %d: %s", spec, files, code, stderr)
			}
			os.RemoveAll("out")
		}
		if failed == 0 || failed == 13 {
			t.Errorf("%s: %d of 13 limits were too low; the limit is not where the test looks", spec, failed)
		}
	}
}

// TestReadOnlyDisk: a finished output on a disk that is mounted read-only is found. An output that would have to be
// made there is wrong usage, since waiting does not help, and the message does not ask for another try.
func TestReadOnlyDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	if code, _, stderr := run(t, copyStage(Whole), "--lines", in, "--out", "disk/out"); code != 0 {
		t.Fatal(stderr)
	}
	const denied = "disk/out: read-only file system; give another --out"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--out", "disk/out"}, ExitDone, "nothing to do"},
		{[]string{"--out", "disk/out", "--loud"}, ExitUsage, denied},
		{[]string{"--out", "disk/out", "--force"}, ExitUsage, denied},
		{[]string{"--out", "disk/new"}, ExitUsage, "disk: read-only file system; give another --out"},
	} {
		cmd := child(t, "mount --bind disk disk && mount -o remount,bind,ro disk || exit 77;", append(c.args, "--lines", in)...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, // it ends with the process
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
		code, stderr := ended(t, cmd)
		if code == 77 {
			t.Skipf("nothing can be mounted here: %s", stderr)
		}
		if code != c.code || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "again") {
			t.Errorf("%v: exit code %d, want %d with %q:\n%s", c.args, code, c.code, c.want, stderr)
		}
	}
}
