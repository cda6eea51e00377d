package stages_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestImage makes an image, unpacks it and runs a program in it as the image's user, without Docker: what needs a folder for
// temporary files has one, nothing else may be written, and certificates are there.
func TestImage(t *testing.T) {
	if testing.Short() || os.Getuid() != 0 {
		t.Skip("builds a program and runs it in a root folder of its own, as root alone can")
	}
	dir := t.TempDir()
	image := filepath.Join(dir, "image")
	do := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v: %s", cmd, err, out)
		}
	}
	programs := filepath.Join(dir, "wrone2set_0.9.0_linux_"+runtime.GOARCH)
	do("go", "build", "-trimpath", "-ldflags=-s -w", "-o", programs+"/", "../preprocess")
	do("go", "run", "./deploy/archive", "-image", "linux/"+runtime.GOARCH, programs, dir+"/image.tar")
	if err := errors.Join(os.Mkdir(image, 0o755), os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755)); err != nil { // the user must get there
		t.Fatal(err)
	}
	do("tar", "-xf", dir+"/image.tar", "-C", dir)
	do("tar", "-xpf", dir+"/layer.tar", "-C", image)

	var manifest []struct{ Config string }
	var config struct {
		Config struct {
			User, WorkingDir string
			Entrypoint       []string
		}
	}
	text, err := os.ReadFile(dir + "/manifest.json")
	if err = errors.Join(err, json.Unmarshal(text, &manifest)); err == nil {
		text, err = os.ReadFile(filepath.Join(dir, manifest[0].Config))
		err = errors.Join(err, json.Unmarshal(text, &config))
	}
	if user := fmt.Sprintf("%d:%d", imageUser, imageUser); err != nil || config.Config.User != user || config.Config.Entrypoint[0] != "/infer" {
		t.Errorf("%+v, %v, want user %s", config, err, user)
	}
	if st, err := os.Stat(image + "/etc/ssl/certs/ca-certificates.crt"); err != nil || st.Mode()&0o004 == 0 {
		t.Errorf("certificates: %v", err)
	}
	for out, want := range map[string]string{"out": "", "/tmp/out": "", "/out": "permission denied"} {
		cmd := exec.Command("/preprocess", "--config", "none", "--preset", "tiny", "--sample", "20", "--quiet", "--out", out)
		cmd.Env, cmd.Dir = []string{}, config.Config.WorkingDir
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: image, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
		said, err := cmd.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(said), want) || os.RemoveAll(image+"/tmp/out") != nil {
			t.Errorf("--out %s: %v, want %q: %s", out, err, want, said)
		}
	}
}
