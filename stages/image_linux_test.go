package stages_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestImage makes an image twice of programs of other times and modes, and unpacks it: the bytes are the same, the user and the
// entry point are there, and so are the certificates. As root it also runs a program in it as the image's user, without Docker: what
// needs a folder for temporary files has one, and nothing else may be written.
func TestImage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	do := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", cmd, err, out)
		}
		return out
	}
	folder := filepath.Join(dir, "programs")
	built, err := os.ReadFile(filepath.Join(programs(t), "preprocess"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "preprocess"), string(built))
	var files [2][]byte
	for i, mode := range []os.FileMode{0o700, 0o755} {
		program, at := folder+"/preprocess", time.Unix(int64(1e9*i), 0)
		if err := errors.Join(os.Chmod(program, mode), os.Chtimes(program, at, at)); err != nil {
			t.Fatal(err)
		}
		do("stages/deploy/image.sh", runtime.GOARCH, "0.9.0", folder, dir+"/image.tar")
		if files[i], err = os.ReadFile(dir + "/image.tar"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Errorf("%d bytes, then others, %d", len(files[0]), len(files[1]))
	}

	do("tar", "-xf", dir+"/image.tar", "-C", dir)
	manifest := document(t, dir+"/manifest.json")
	config := document(t, filepath.Join(dir, at(manifest, "0.Config")))
	layer, err := os.ReadFile(dir + "/layer.tar")
	if err != nil {
		t.Fatal(err)
	}
	if got := at(manifest, "0.RepoTags"); got != "[keyphrases:latest keyphrases:0.9.0]" {
		t.Errorf("tags %s", got)
	}
	for path, want := range map[string]string{"config.User": imageUser + ":" + imageUser, "config.Entrypoint": "[/infer]", "config.WorkingDir": "/tmp",
		"architecture": runtime.GOARCH, "rootfs.diff_ids": fmt.Sprintf("[sha256:%x]", sha256.Sum256(layer))} {
		if got := at(config, path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if list := string(do("tar", "-tf", dir+"/layer.tar")); list != "etc/\netc/ssl/\netc/ssl/certs/\netc/ssl/certs/ca-certificates.crt\npreprocess\ntmp/\n" {
		t.Errorf("the layer has\n%s", list)
	}
	image := filepath.Join(dir, "image")
	if err := os.Mkdir(image, 0o755); err != nil {
		t.Fatal(err)
	}
	do("tar", "-xpf", dir+"/layer.tar", "-C", image)
	certificates := image + "/etc/ssl/certs/ca-certificates.crt"
	if st, err := os.Stat(certificates); err != nil || st.Mode()&0o004 == 0 {
		t.Errorf("certificates: %v", err)
	}
	if text, err := os.ReadFile(certificates); err != nil || bytes.Count(text, []byte("BEGIN CERTIFICATE")) < 100 {
		t.Errorf("certificates: %v, %.300s", err, text)
	}
	if os.Getuid() == 0 {
		runInImage(t, image)
	}
}

// runInImage runs preprocess in an unpacked image.
func runInImage(t *testing.T, image string) {
	dir := filepath.Dir(image)
	user, err := strconv.ParseUint(imageUser, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755)); err != nil { // the user must get there
		t.Fatal(err)
	}
	for out, want := range map[string]string{"out": "", "/tmp/out": "", "/out": "permission denied"} {
		cmd := exec.Command("/preprocess", "--config", "none", "--preset", "tiny", "--sample", "20", "--quiet", "--out", out)
		cmd.Env, cmd.Dir = []string{}, "/tmp"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: image, Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
		said, err := cmd.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(said), want) || os.RemoveAll(image+"/tmp/out") != nil {
			t.Errorf("--out %s: %v, want %q: %s", out, err, want, said)
		}
	}
}
