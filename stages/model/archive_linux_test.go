package model_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/model"
)

// TestArchive: the archive of a model has all files that a program reads, and its card, but not the manifest; the same files give the
// same bytes. A folder without a tagger is refused.
func TestArchive(t *testing.T) {
	dir := t.TempDir()
	folder, out := filepath.Join(dir, "best"), filepath.Join(dir, "named.tar.gz")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(model.Files(), "MODEL_CARD.md", "manifest.json", "train_log.parquet") {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pack := func() []byte {
		if said, err := exec.Command("../deploy/model.sh", folder, out).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		content, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	first := pack()
	if err := os.Chtimes(filepath.Join(folder, model.ConfigFile), time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pack(), first) {
		t.Error("other times, other bytes")
	}
	listed, err := exec.Command("tar", "-tzf", out).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"named/", "named/MODEL_CARD.md"}
	for _, name := range model.Files() {
		want = append(want, "named/"+name)
	}
	got := strings.Fields(string(listed))
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the archive has %q, want %q", got, want)
	}
	if err := os.Remove(filepath.Join(folder, model.TaggerPrefix+model.TensorsFile)); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("../deploy/model.sh", folder, filepath.Join(dir, "none.tar.gz")).CombinedOutput(); err == nil || !strings.Contains(string(said), "has no tagger") {
		t.Errorf("without a tagger: %v, %s", err, said)
	}
}
