package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// TestForgotten: while the files of a part are replaced nothing says that the part, or the folder, is finished.
func TestForgotten(t *testing.T) {
	const way = 1 // of ways
	dir := filepath.Join(t.TempDir(), "out")
	if err := made(t.Context(), way, output(dir, 1), "first"); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(dir, "a-00000-of-00002."+manifest.Name)
	if _, err := os.Stat(part); err != nil {
		t.Fatal(err)
	}
	moved := 0
	o := output(dir, 1)
	o.Part, o.Force = Part{0, 2}, true
	o.reached = func(step string) {
		if step != "file moved" {
			return
		}
		moved++
		for _, record := range []string{part, filepath.Join(dir, manifest.Name)} {
			if _, err := os.Stat(record); err == nil {
				t.Errorf("%s is there while file %d is replaced", filepath.Base(record), moved)
			}
		}
	}
	if _, err := one(t.Context(), OnePart(o), "second"); err != nil {
		t.Fatal(err)
	}
	if moved == 0 {
		t.Error("no file was moved")
	}
}

// TestDamagedPart: a folder of which a part was damaged is not finished when the last one is made.
func TestDamagedPart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := output(dir, 1)
	for o.Part = (Part{0, 2}); o.Part.Index < 2; o.Part.Index++ {
		if _, err := one(t.Context(), OnePart(o), "x"); err != nil {
			t.Fatal(err)
		}
		if o.Part.Index > 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, "a-00000-of-00002.txt"), []byte("longer"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Complete(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, manifest.Name)); err == nil {
		t.Error("the folder is finished")
	}
}
