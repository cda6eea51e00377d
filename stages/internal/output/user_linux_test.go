package output

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// others runs made in a process of another user, with a seed, and returns what it says and whether it ended well.
func others(t *testing.T, way, seed int, force bool, dir string) (said string, ok bool) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only the superuser may start a process of another user")
	}
	data, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	shared := t.TempDir()
	exe := filepath.Join(shared, "test")
	if err := os.WriteFile(exe, data, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Dir(shared), filepath.Dir(dir)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Dir = shared
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %t 0 %q", killEnv, way, seed, force, dir))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// A finished output of another user is found, whether it can be touched and locked or not.
func TestFoundOfOther(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		for _, change := range []func() error{
			func() error { return nil },
			func() error { return os.WriteFile(filepath.Join(dir, ".a.tmp-00000000"), nil, 0o666) },
			func() error { return os.RemoveAll(filepath.Join(dir, lockName)) },
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			before := tree(t, dir)
			if said, ok := others(t, way, 1, false, dir); !ok || tree(t, dir) != before {
				t.Errorf("exit %v: %s", ok, said)
			}
		}
	})
}

// An output of another user is not replaced, and nothing is left beside it.
func TestReplaceOfOther(t *testing.T) {
	each(t, func(t *testing.T, way int, dir string) {
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		before := tree(t, dir)
		if said, ok := others(t, way, 2, true, dir); ok || !strings.Contains(said, "permission denied") || tree(t, dir) != before {
			t.Errorf("exit %v: %s", ok, said)
		}
		noLeftovers(t, dir)
	})
}

// What a dead attempt of another user left is left to that user: it is in nobody's way, and its lock stays, by which it
// is found.
func TestDraftOfOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	dead := draftPrefix(dir) + "0badcafe"
	if err := os.Mkdir(dead, 0o755); err != nil {
		t.Fatal(err)
	}
	left := []string{dead + ".lock", filepath.Join(dead, "a-1.txt")}
	for _, path := range left {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if said, ok := others(t, 0, 1, false, dir); !ok {
		t.Errorf("exit %v: %s", ok, said)
	}
	for _, path := range left {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// Who may read the files is the umask's to say, working files included.
func TestUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	each(t, func(t *testing.T, way int, dir string) {
		begun(t, way, output(dir, 1))
		if err := made(t.Context(), way, output(dir, 1), "x"); err != nil {
			t.Fatal(err)
		}
		filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if st, err := e.Info(); err != nil || st.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", path, st.Mode(), err)
			}
			return err
		})
	})
}
