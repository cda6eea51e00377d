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
	out  string // the output, when the file lies in it and is gone on from, or - when it is answered batch by batch; else out
}

var targets = []target{
	{file: "model/model.safetensors", job: "infer"},
	{file: "model/config.json", job: "infer"},
	{file: "model/vocab.parquet", job: "infer"},
	{file: "model/manifest.json", job: "infer", text: true},
	{file: "model/.stage.json", job: "infer", text: true},
	{file: "data/vocab.parquet", job: "train"},
	{file: "data/examples.train-00000-of-00001.arrow", job: "train"},
	{file: "data/examples.valid-00000-of-00001.arrow", job: "train"},
	{file: "data/manifest.json", job: "train", text: true},
	{file: "data/.stage.json", job: "train", text: true},
	{file: "data/test.t-00000-of-00001.parquet", job: "infer"},
	{file: "data/test.t-00000-of-00001.parquet", job: "score"},
	{file: "predictions/predictions-00000-of-00001.parquet", job: "score"},
	{file: "predictions/slots-00000-of-00001.parquet", job: "score"},
	{file: "predictions/manifest.json", job: "score", text: true},
	{file: "predictions/.stage.json", job: "score", text: true},
	{file: "begun/checkpoint/state-*", job: "train", out: "in/begun"},
	{file: "begun/checkpoint/best-*", job: "train", out: "in/begun"},
	{file: "begun/.stage.json", job: "train", out: "in/begun"},
	{file: "half/.stage.json", job: "parts", out: "in/half"},
	{file: "half/predictions-00000-of-00003.manifest.json", job: "parts", out: "in/half"},
	{file: "half/predictions-00000-of-00003.parquet", job: "parts", out: "in/half"},
	{file: "config/pipeline.yaml", job: "config", text: true},
	{file: "corpus/label.jsonl", job: "raw", text: true},
	{file: "corpus/label.csv", job: "raw", text: true},
	{file: "corpus/label.jsonl.gz", job: "raw"},
	{file: "corpus/label.jsonl.zst", job: "raw"},
	{file: "corpus/label.csv.gz", job: "raw"},
	{file: "corpus/label.parquet", job: "raw"},
	{file: "corpus/label.arrows", job: "arrow", text: true},
	{file: "corpus/label.arrows", job: "arrow", text: true, out: "-"},
	{file: "corpus/label.xlsx", job: "raw"},
	{file: "corpus/label.ods", job: "raw"},
	{file: "thesaurus/labels.ttl", job: "terms", text: true},
	{file: "thesaurus/labels.nt", job: "terms", text: true},
	{file: "thesaurus/labels.rdf", job: "terms", text: true},
	{file: "thesaurus/labels.tsv", job: "terms", text: true},
	{file: "corpus/indexed.jsonl", job: "learn", text: true},
	{file: "corpus/taught.jsonl", job: "refit", text: true},
	{file: "model/model.safetensors", job: "refit"},
	{file: "model/config.json", job: "refit"},
	{file: "learned/*", job: "concepts"},
	{file: "predictions/predictions-00000-of-00001.parquet", job: "export"},
	{file: "predictions/manifest.json", job: "export", text: true},
}

// damaged damages one file that a job reads and looks at what the job says.
func (p *pipeline) damaged(r *round) (string, error) {
	target := targets[r.IntN(len(targets))]
	files, err := filepath.Glob(filepath.Join(p.in, target.file))
	files = slices.DeleteFunc(files, func(file string) bool {
		info, err := os.Stat(file)
		return err == nil && info.Size() == 0 // rejects.jsonl without any: nothing to damage
	})
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no file is called %s (%v)", target.file, err)
	}
	pattern := target.file
	if target.file, err = filepath.Rel(p.in, one(r, files...)); err != nil {
		return "", err
	}
	outcome, err := p.read(r, target)
	return pattern + ": " + outcome, err
}

// read damages a file among good ones, beside its manifest or copied without, and runs the job that reads it. It ends
// with exit code 65 and names the file, or with the bytes of the undisturbed run.
func (p *pipeline) read(r *round, target target) (string, error) {
	folder := strings.Split(target.file, "/")[0]
	j := p.job(target.job)
	if err := p.prepare(r); err != nil {
		return "", err
	}
	record := strings.HasSuffix(target.file, ".json") && !strings.HasSuffix(target.file, "config.json")
	manifest := record || target.out != "" || r.IntN(2) == 0
	if err := p.own(r, folder, manifest); err != nil {
		return "", err
	}
	file := filepath.Join(r.dir, "in", target.file)
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	bad, what := damage(r, data)
	r.steps = append(r.steps, fmt.Sprintf("in/%s (manifest: %v): %s", target.file, manifest, what))
	if err := os.WriteFile(file, bad, 0o666); err != nil {
		return "", err
	}
	line := slices.Clone(j.lines[0])
	for i, word := range line {
		if strings.HasPrefix(word, "in/"+folder+"/label") {
			line[i] = "in/" + target.file
		}
	}
	out := cmp.Or(target.out, "out")
	if out == "-" {
		line = []string{"infer", "stream", "--model", "in/model", "--documents", "in/" + target.file}
	}
	e, err := r.run(p.process(line, out))
	if err != nil {
		return "", err
	}
	out = filepath.Join(r.dir, out)
	switch {
	case e.code == stages.ExitInput:
		// What a manifest says wrongly is said of the files that it lists.
		if !strings.Contains(e.output, filepath.Base(target.file)) && !strings.Contains(e.output, "in/"+folder) {
			return "", fmt.Errorf("the message does not name %s", target.file)
		}
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); err == nil {
			return "", fmt.Errorf("exit code 65 and a finished output")
		}
		return "refused", nil
	case e.code == stages.ExitUsage && folder == "config":
		// A value that is none is said of the settings, which come from several layers.
		if !strings.Contains(e.output, target.file) && !strings.Contains(e.output, "settings: ") {
			return "", fmt.Errorf("the message does not name %s", target.file)
		}
		return "refused", nil
	case e.code == stages.ExitUsage && target.out != "" && strings.HasSuffix(target.file, "/.stage.json"):
		return "left alone, as nobody's", nil
	case e.code != stages.ExitDone:
		return "", fmt.Errorf("exit code %d, want 65 or 0", e.code)
	case target.text:
		return "read", nil
	case target.file == "corpus/label.parquet" && !sameColumns(data, bad):
		return "read, with columns of other names", nil
	}
	// The first two say what is known of the inputs: a manifest that is gone or says otherwise shows in them, and rightly
	// so. The third is a copy, with whatever became of the bytes between its pages.
	if err := j.same(out, "report.html", "checkpoint/state", "vocab.parquet"); err != nil {
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
	if err := os.Remove(in); err != nil {
		return err
	}
	folders, err := os.ReadDir(p.in)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if f.Name() == folder {
			continue
		}
		if err := os.MkdirAll(in, 0o777); err != nil {
			return err
		}
		if err := os.Symlink(filepath.Join(p.in, f.Name()), filepath.Join(in, f.Name())); err != nil {
			return err
		}
	}
	if err := os.CopyFS(filepath.Join(in, folder), os.DirFS(filepath.Join(p.in, folder))); err != nil {
		return err
	}
	if !manifest {
		return errors.Join(removeAny(filepath.Join(in, folder, "manifest.json")), removeAny(filepath.Join(in, folder, ".stage.json")))
	}
	return nil
}

func removeAny(file string) error {
	if err := os.Remove(file); !os.IsNotExist(err) {
		return err
	}
	return nil
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
