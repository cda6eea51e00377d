package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
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
	specs["frames"] = filepath.Join(dir, "frames.jsonl.zst")
	save(t, specs["frames"], func(f *os.File) error { _, err := f.Write(frames); return err })
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
	if testing.Short() {
		specs = map[string]string{"gz": specs["gz"], "frames": specs["frames"], "csv": specs["csv"]}
	}
	for name, spec := range specs {
		args := []string{"--model", model, "--documents", spec, "--max-rejects", "20%", "--export", "jsonl", "--part-documents"}
		whole := mustInfer(t, append(args, "0")...)
		want := show(readTable(t, schemas.Predictions, whole, "predictions-*.parquet"))
		for size, n := range map[string]int{"17": 3, "33": 5} {
			one := mustInfer(t, append(args, size)...)
			if got := show(readTable(t, schemas.Predictions, one, "predictions-*.parquet")); got != want {
				t.Fatalf("%s: other rows in parts of %s", name, size)
			}
			var exported []byte
			names, _ := filepath.Glob(filepath.Join(one, "predictions-*.jsonl"))
			for _, n := range names {
				exported = append(exported, readFile(t, n)...)
			}
			if !bytes.Equal(exported, readFile(t, filepath.Join(whole, jsonFile))) {
				t.Errorf("%s: other lines in %d exports", name, len(names))
			}
			out := filepath.Join(t.TempDir(), "out")
			for i := n - 1; i >= 0; i-- {
				if code, said := infer(t, append(args, size, "--shard", fmt.Sprintf("%d/%d", i, n), "--out", out)...); code != 0 {
					t.Fatal(said)
				}
			}
			stagetest.Equal(t, one, out)
			few := append(args, size, "--limit", "50")
			if got, want := mustInfer(t, few...), mustInfer(t, append(few, "--part-documents", "0")...); show(readTable(t, schemas.Predictions, got, "predictions-*.parquet")) !=
				show(readTable(t, schemas.Predictions, want, "predictions-*.parquet")) {
				t.Errorf("%s: other rows of the first 50", name)
			}
			lost := filepath.Join(one, "predictions-00001-of-"+strings.Split(filepath.Base(names[0]), "-of-")[1][:5]+".parquet")
			content := readFile(t, lost)
			if err := os.Remove(lost); err != nil {
				t.Fatal(err)
			}
			code, said := infer(t, append(args, size, "--out", one)...)
			if code != 0 || !bytes.Equal(readFile(t, lost), content) || strings.Count(said, "part done") != 1 {
				t.Errorf("%s: a part that is lost: exit %d, %s", name, code, said)
			}
		}
	}
}

// TestPartIDs: ids that repeat, in one part or in several, get the numbers that they get in the whole, or are refused
// before anything is labelled.
func TestPartIDs(t *testing.T) {
	model, spec := modelDir(t), filepath.Join(t.TempDir(), "a.jsonl")
	save(t, spec, func(f *os.File) error {
		for i := range 30 {
			id := fmt.Sprintf(`"id":"x%d",`, i%4)
			if i%5 == 3 {
				id = "" // made up
			}
			if i%7 == 2 {
				id = `"id":"x1"` // no document
			}
			fmt.Fprintf(f, "{%s\"title\":\"w%d\"}\n\n", id, 7+i)
		}
		return nil
	})
	args := []string{"--model", model, "--documents", spec, "--max-rejects", "100%", "--repeated-ids", "number", "--part-documents"}
	want := show(readTable(t, schemas.Predictions, mustInfer(t, append(args, "0")...), "predictions-*.parquet"))
	if !strings.Contains(want, `"x1-3"`) {
		t.Fatal(want)
	}
	few := filepath.Join(t.TempDir(), "b.jsonl")
	save(t, few, func(f *os.File) error {
		_, err := fmt.Fprintln(f, `{"id":"y"}`+"\n"+`{"id":"y","title":"w7"}`)
		return err
	})
	// Another shard cannot tell that the first row is rejected.
	if got := show(readTable(t, schemas.Predictions, mustInfer(t, "--model", model, "--documents", few, "--max-rejects", "50%", "--repeated-ids", "number"), "predictions-*.parquet")); !strings.Contains(got, `"y-2"`) {
		t.Errorf("a rejected row takes no id: %s", got)
	}
	for _, size := range []string{"1", "12", "29"} {
		if got := show(readTable(t, schemas.Predictions, mustInfer(t, append(args, size)...), "predictions-*.parquet")); got != want {
			t.Errorf("parts of %s: other rows: %s\nwant %s", size, got, want)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	code, said := infer(t, "--model", model, "--documents", spec, "--max-rejects", "50%", "--part-documents", "4", "--out", out)
	if code != stages.ExitInput || !strings.Contains(said, `the id "x0" is also that of row`) {
		t.Errorf("exit %d: %s", code, said)
	}
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
		t.Error("there is an output")
	}
}

// TestPartsRejects: bad rows that stand together in one part are held against the whole, not against the part.
func TestPartsRejects(t *testing.T) {
	model, spec := modelDir(t), filepath.Join(t.TempDir(), "a.jsonl")
	save(t, spec, func(f *os.File) error {
		for i := range 40 {
			if i < 4 {
				fmt.Fprintf(f, "{\"id\":\"x%d\",\"title\":5}\n", i)
			} else {
				fmt.Fprintf(f, "{\"id\":\"x%d\",\"title\":\"w%d\"}\n", i, i)
			}
		}
		return nil
	})
	for share, want := range map[string]int{"10%": stages.ExitDone, "9%": stages.ExitInput} {
		code, said := infer(t, "--model", model, "--documents", spec, "--max-rejects", share, "--part-documents", "10", "--out", filepath.Join(t.TempDir(), "out"))
		if code != want || code != 0 && !strings.Contains(said, "rows are bad") {
			t.Errorf("%s: exit %d, want %d: %s", share, code, want, said)
		}
	}
	// Each part alone has no more than the whole may have, also where all are made anew.
	save(t, spec, func(f *os.File) error {
		for i := range 40 {
			title := fmt.Sprintf("%q", fmt.Sprint("w", i))
			if i%10 == 0 {
				title = "5"
			}
			fmt.Fprintf(f, "{\"id\":\"x%d\",\"title\":%s}\n", i, title)
		}
		return nil
	})
	out := filepath.Join(t.TempDir(), "out")
	for _, force := range [][]string{nil, {"--force"}, {"--force"}} {
		args := append([]string{"--model", model, "--documents", spec, "--max-rejects", "9%", "--part-documents", "10", "--out", out}, force...)
		if code, said := infer(t, args...); code != stages.ExitInput || !strings.Contains(said, "4 of 40 rows are bad") {
			t.Errorf("%v: exit %d: %s", force, code, said)
		}
	}
}

// TestPartsChanged: a corpus that changes while a part is labelled ends the run with the code of bad input; that part is
// not committed, and with the new corpus the folder is refused.
func TestPartsChanged(t *testing.T) {
	model, spec := modelDir(t), rawCorpora(t, 60)["jsonl"]
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", model, "--documents", spec, "--max-rejects", "20%", "--out", out, "--part-documents"}
	if code, said := infer(t, append(args, "20", "--shard", "1/3")...); code != 0 {
		t.Fatal(said)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(spec, later, later); err != nil { // the same bytes: the same key
		t.Fatal(err)
	}
	if code, said := infer(t, append(args, "20", "--shard", "2/3")...); code != 0 {
		t.Errorf("the same corpus with another mtime: %s", said)
	}
	lines := readFile(t, spec)
	save(t, spec, func(f *os.File) error { _, err := f.Write(lines[:len(lines)/2]); return err })
	code, said := infer(t, append(args, "20")...)
	if code != stages.ExitUsage || !strings.Contains(said, "holds an output of other settings or input (input documents has changed)") {
		t.Errorf("another corpus: exit %d: %s", code, said)
	}
	save(t, spec, func(f *os.File) error { _, err := f.Write(lines); return err })
	code, said = infer(t, append(args, "30")...)
	if code != stages.ExitUsage || !strings.Contains(said, "part_documents 20 then, 30 now") {
		t.Errorf("other settings: exit %d: %s", code, said)
	}
	if code, said := infer(t, append(args, "30", "--force")...); code != 0 || len(readTable(t, schemas.Predictions, out, "predictions-*-of-00002.parquet")) != 58 {
		t.Errorf("other settings with --force: exit %d: %s", code, said)
	}
}
