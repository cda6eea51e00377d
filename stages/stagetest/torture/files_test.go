//go:build linux

package torture

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/stages"
)

// target is a file that is damaged and the job that reads it.
type target struct {
	file string // below in; one of those that the pattern has
	job  string
	text bool   // has no checksum of any kind: a letter that changed is another letter, and nothing can find it
	out  string // the output, when the file lies in it and is gone on from; else out
}

// targets reads those of testdata/targets.txt: the job, the file, and then text, or the output.
func targets() (all []target, err error) {
	list, err := os.ReadFile("testdata/targets.txt")
	for line := range strings.Lines(string(list)) {
		words := append(strings.Fields(line), "")
		t := target{job: words[0], file: words[1], text: words[2] == "text"}
		if !t.text {
			t.out = words[2]
		}
		all = append(all, t)
	}
	return all, err
}

// damaged damages one file that a job reads, beside its manifest or copied without, and runs the job. It ends with exit code 65 and names
// the file, or with the bytes of the undisturbed run.
func (p *pipeline) damaged(r *round) (string, error) {
	all, err := targets()
	if err != nil {
		return "", err
	}
	target := one(r, all...)
	pattern := target.file
	files, err := filepath.Glob(filepath.Join(p.in, pattern))
	files = slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && info.Size() == 0 // rejects.jsonl without any: nothing to damage
	})
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no file is called %s (%v)", pattern, err)
	}
	if target.file, err = filepath.Rel(p.in, one(r, files...)); err != nil {
		return "", err
	}
	folder, name := filepath.Split(target.file)
	folder = strings.Split(folder, "/")[0]
	record := strings.HasSuffix(name, ".json") && name != "config.json"
	manifest := record || target.out != "" || r.IntN(2) == 0
	if err := errors.Join(p.prepare(r), p.own(r, folder, manifest)); err != nil {
		return "", err
	}
	file := filepath.Join(r.dir, "in", target.file)
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	bad, what := damage(r, data)
	r.note("in/%s (manifest: %v): %s", target.file, manifest, what)
	if err := os.WriteFile(file, bad, 0o666); err != nil {
		return "", err
	}
	j := *p.job(target.job)
	j.line = slices.Clone(j.line)
	for i, word := range j.line {
		if dir, base := filepath.Split(word); strings.HasPrefix(base, "label") && (dir == "in/"+folder+"/" || folder == "formats") {
			j.line[i] = "in/" + target.file
		}
	}
	out := cmp.Or(target.out, "out")
	e, err := r.run(p.process(&j, out))
	if err != nil {
		return "", err
	}
	outcome, err := p.judge(j, target, e, filepath.Join(r.dir, out), sameColumns(data, bad))
	return pattern + ": " + outcome, err
}

// judge says what came of a job whose file is damaged; columns means that a Parquet file still calls its columns the same.
func (p *pipeline) judge(j job, target target, e ended, out string, columns bool) (string, error) {
	folder, name, _ := strings.Cut(target.file, "/")
	switch {
	case e.code == stages.ExitInput && finished(out):
		return "", errors.New("exit code 65 and a finished output")
	// What a manifest says wrongly is said of the files that it lists.
	case e.code == stages.ExitInput && (strings.Contains(e.output, filepath.Base(name)) || strings.Contains(e.output, "in/"+folder)),
		// A value that is none is said of the settings, which come from several layers.
		e.code == stages.ExitUsage && folder == "config" && (strings.Contains(e.output, target.file) || strings.Contains(e.output, "settings: ")):
		return "refused", nil
	case e.code == stages.ExitUsage && target.out != "" && name == ".stage.json":
		return "left alone, as nobody's", nil
	case e.code != stages.ExitDone:
		return "", fmt.Errorf("exit code %d, want 65 or 0, and that the message names %s", e.code, target.file)
	case target.text:
		return "read", nil
	case folder == "formats" && !columns:
		return "read, with columns of other names", nil
	}
	// A copy, with whatever became of the bytes between its pages.
	if err := j.same(out, "vocab.parquet"); err != nil {
		return "", fmt.Errorf("exit code 0, and %w", err)
	}
	return "read, equal", nil
}

// sameColumns reports whether two Parquet files call their columns the same. There is no checksum over where the names
// stand, so that in a file of anyone's a name with another letter is that of another column, which is not read.
func sameColumns(a, b []byte) bool {
	var columns [2][][]string
	for i, data := range [][]byte{a, b} {
		f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipPageIndex(true))
		if err != nil {
			return false
		}
		columns[i] = f.Schema().Columns()
	}
	return reflect.DeepEqual(columns[0], columns[1])
}

// own gives a round a folder of inputs of its own in place of the common one.
func (p *pipeline) own(r *round, folder string, manifest bool) error {
	in := filepath.Join(r.dir, "in")
	folders, err := os.ReadDir(p.in)
	if err := errors.Join(err, os.Remove(in), os.Mkdir(in, 0o777)); err != nil {
		return err
	}
	for _, f := range folders {
		if f.Name() == folder {
			continue
		}
		if err := os.Symlink(filepath.Join(p.in, f.Name()), filepath.Join(in, f.Name())); err != nil {
			return err
		}
	}
	if err := os.CopyFS(filepath.Join(in, folder), os.DirFS(filepath.Join(p.in, folder))); err != nil || manifest {
		return err
	}
	return errors.Join(os.RemoveAll(filepath.Join(in, folder, "manifest.json")), os.RemoveAll(filepath.Join(in, folder, ".stage.json")))
}

// damage draws what becomes of a file: bits flipped, an end cut off, bytes put in, taken out or set to one value. What it
// returns is not data.
func damage(r *round, data []byte) (bad []byte, what string) {
	n := len(data)
	for bytes.Equal(bad, data) || bad == nil {
		at, length := r.IntN(n), 1+r.IntN(min(n, one(r, 1, 8, 64, 4096)))
		end := min(at+length, n)
		switch r.IntN(6) {
		case 0, 1:
			bad, what = bytes.Clone(data), fmt.Sprintf("bit flipped in byte %d of %d", at, n)
			bad[at] ^= 1 << r.IntN(8)
		case 2:
			bad, what = bytes.Clone(data[:at]), fmt.Sprintf("cut at %d of %d", at, n)
		case 3:
			junk := make([]byte, length)
			for i := range junk {
				junk[i] = byte(r.Uint32())
			}
			bad, what = slices.Concat(data[:at], junk, data[at:]), fmt.Sprintf("%d bytes put in at %d of %d", length, at, n)
		case 4:
			bad, what = slices.Concat(data[:at], data[end:]), fmt.Sprintf("%d bytes taken out at %d of %d", end-at, at, n)
		case 5:
			value := one[byte](r, 0, 0, 0x7f, 0x80, 0xff)
			bad, what = bytes.Clone(data), fmt.Sprintf("%d bytes at %d of %d set to %#x", end-at, at, n, value)
			copy(bad[at:], bytes.Repeat([]byte{value}, end-at))
		}
	}
	return bad, what
}
