package stages

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestImage makes the root folder of the image as the Dockerfile says, without Docker, and runs the programs in it as the
// image's user: what needs a folder for temporary files has one, nothing else may be written, and certificates are there.
func TestImage(t *testing.T) {
	file := deployFile(t, "Dockerfile")
	build, final, ok := strings.Cut(file, "\nFROM scratch\n")
	_, run, has := strings.Cut(build, "\nRUN ")
	programs := "COPY " + strings.Join(Pipeline[:], " ") + " /\n"
	if want := fmt.Sprintf("COPY --from=system /image /\n%sUSER %d:%d\nENTRYPOINT", programs, imageUser, imageUser); !ok || !has || !strings.HasPrefix(final, want) ||
		strings.Count(build, "\nFROM ") != 1 || !strings.Contains(build, " AS system\n") {
		t.Fatalf("Dockerfile:\n%s", file)
	}
	if testing.Short() || os.Getuid() != 0 {
		t.Skip("builds a program and runs it in a root folder of its own, as root alone can")
	}
	if _, err := os.Stat("/etc/ssl/certs/ca-certificates.crt"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	image := filepath.Join(root, "image")
	if out, err := exec.Command("sh", "-c", strings.ReplaceAll(run, " /image", " "+image)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command("go", "build", "-o", image+"/", "../preprocess")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, dir := range []string{root, filepath.Dir(root)} { // the user must get there
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if st, err := os.Stat(image + "/etc/ssl/certs/ca-certificates.crt"); err != nil || st.Mode()&0o004 == 0 {
		t.Errorf("certificates: %v", err)
	}
	for out, want := range map[string]string{"/tmp/out": "", "/out": "permission denied"} {
		cmd := exec.Command("/preprocess", "--config", "none", "--preset", "tiny", "--sample", "20", "--quiet", "--out", out)
		cmd.Env, cmd.Dir = []string{}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: image, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
		said, err := cmd.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(said), want) {
			t.Errorf("--out %s: %v, want %q: %s", out, err, want, said)
		}
	}
}
