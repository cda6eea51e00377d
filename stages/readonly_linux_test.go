package stages

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestReadOnlyDisk: a finished output on a disk that is mounted read-only is found. An output that would have to be
// made there is wrong usage, since waiting does not help, and the message does not ask for another try.
func TestReadOnlyDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	if err := os.Mkdir("disk", 0o777); err != nil {
		t.Fatal(err)
	}
	if code, stderr := child(t, "--lines", in, "--out", "disk/out"); code != 0 {
		t.Fatal(stderr)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		want string
	}{
		"the same key": {[]string{"--out", "disk/out"}, ExitDone, "nothing to do"},
		"another key":  {[]string{"--out", "disk/out", "--loud"}, ExitUsage, "disk/out: read-only file system; give another --out"},
		"by force":     {[]string{"--out", "disk/out", "--force"}, ExitUsage, "disk/out: read-only file system; give another --out"},
		"a new folder": {[]string{"--out", "disk/new"}, ExitUsage, "disk: read-only file system; give another --out"},
	} {
		code, stderr := readOnly(t, "disk", append([]string{"--lines", in}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) || strings.Contains(stderr, "again") {
			t.Errorf("%s: exit code %d, want %d with %q:\n%s", name, code, c.code, c.want, stderr)
		}
	}
}

// readOnly is child with the folder mounted read-only, in a namespace that ends with the process.
func readOnly(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const script = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit 77; exec "$@"`
	cmd := exec.Command("sh", append([]string{"-c", script, dir, exe}, args...)...)
	cmd.Env = append(os.Environ(), childVariable+"=copy")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
	stderr := new(strings.Builder)
	cmd.Stderr = stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Skipf("no namespaces here: %v", err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 77 {
		return code, stderr.String()
	}
	t.Skipf("nothing can be mounted here: %s", stderr)
	return 0, ""
}
