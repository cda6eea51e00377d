package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// enterable writes a corpus of rawCorpora once more in pieces of their own: zstd in frames of a few lines, and Parquet of anyone's
// in row groups that parts cut through.
func enterable(t *testing.T, specs map[string]string) {
	t.Helper()
	dir := filepath.Dir(specs["jsonl"])
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	var frames []byte
	lines := bytes.SplitAfter(readFile(t, specs["jsonl"]), []byte("\n"))
	for len(lines) > 0 { // frames end within lines too
		n := min(3, len(lines))
		text := bytes.Join(lines[:n], nil)
		frames = w.EncodeAll(text[:len(text)/2], frames)
		frames = append(frames, 0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c') // a skippable frame
		frames = w.EncodeAll(text[len(text)/2:], frames)
		lines = lines[n:]
	}
	specs["frames"] = stagetest.Write(t, dir, "frames.jsonl.zst", string(frames))
	type row struct {
		ID       string `parquet:"doc_id"`
		Title    string `parquet:"title"`
		Abstract string `parquet:"abstract"`
	}
	specs["parquet"] = filepath.Join(dir, "theirs.parquet")
	save(t, specs["parquet"], func(f *os.File) error {
		w := parquet.NewGenericWriter[row](f, parquet.MaxRowsPerRowGroup(16))
		for i := range 100 {
			if _, err := w.Write([]row{{fmt.Sprint("p", i), fmt.Sprint("W", i), "w9, W8"}}); err != nil {
				return err
			}
		}
		return w.Close()
	})
	specs["ours"] = documentsFile(t, randomDocuments(50))
}

// TestParts: whatever the format, parts hold together what the whole holds, and the shards of any number of processes are
// the same set of files, byte for byte; a part that was lost is made again without the others.
func TestParts(t *testing.T) {
	model, specs := modelDir(t), rawCorpora(t, 100)
	enterable(t, specs)
	for _, name := range []string{"gz", "frames", "csv", "ours"} {
		spec := specs[name]
		args := []string{"--model", model, "--documents", spec, "--max-rejects", "20%", "--export", "jsonl", "--part-documents"}
		whole := mustInfer(t, append(args, "0")...)
		want := show(readTable(t, schemas.Predictions, whole, "predictions-*.parquet"))
		one := mustInfer(t, append(args, "17")...)
		if got := show(readTable(t, schemas.Predictions, one, "predictions-*.parquet")); got != want {
			t.Fatalf("%s: other rows in parts", name)
		}
		var exported []byte
		names, _ := filepath.Glob(filepath.Join(one, "predictions-*.jsonl"))
		for _, n := range names {
			exported = append(exported, readFile(t, n)...)
		}
		if !bytes.Equal(exported, readFile(t, filepath.Join(whole, export.JSONFile))) {
			t.Errorf("%s: other lines in %d exports", name, len(names))
		}
		out := filepath.Join(t.TempDir(), "out")
		for i := 2; i >= 0; i-- {
			stagetest.Do(t, stage(), append(args, "17", "--shard", fmt.Sprintf("%d/3", i), "--out", out)...)
		}
		stagetest.Equal(t, one, out)
		few := append(args, "17", "--limit", "50")
		if got, want := mustInfer(t, few...), mustInfer(t, append(few, "--part-documents", "0")...); show(readTable(t, schemas.Predictions, got, "predictions-*.parquet")) !=
			show(readTable(t, schemas.Predictions, want, "predictions-*.parquet")) {
			t.Errorf("%s: other rows of the first 50", name)
		}
		lost := filepath.Join(one, "predictions-00001-of-"+strings.Split(filepath.Base(names[0]), "-of-")[1][:5]+".parquet")
		content := readFile(t, lost)
		if err := os.Remove(lost); err != nil {
			t.Fatal(err)
		}
		code, said := infer(t, append(args, "17", "--out", one)...)
		if code != 0 || !bytes.Equal(readFile(t, lost), content) || strings.Count(said, "part done") != 1 {
			t.Errorf("%s: a part that is lost: exit %d, %s", name, code, said)
		}
	}
}
