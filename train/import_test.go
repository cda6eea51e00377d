package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
	"github.com/wrone2set/wrone2set/stages/stagetest/programs"
)

// ofPyTorch is the folder of files that PyTorch wrote; make.py there makes them.
const ofPyTorch = "testdata/authors"

// imported makes a model folder of a checkpoint in the folder ofPyTorch.
func imported(t *testing.T, name string) string {
	t.Helper()
	return made(t, "import", "--checkpoint", filepath.Join(ofPyTorch, name), "--vocabulary", filepath.Join(ofPyTorch, "vocab.pt"), "--heads", "2")
}

// readJSON reads a file of JSON.
func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	if err := json.Unmarshal(read(t, filepath.Dir(path), filepath.Base(path)), into); err != nil {
		t.Fatal(err)
	}
}

// listed returns what slots say as a list by document; nil is a slot that says nothing.
func listed(all []*said) (list []said) {
	for _, s := range all {
		if s == nil {
			s = new(said)
		}
		list = append(list, *s)
	}
	return list
}

// said is what a slot says: words and their mean probability; no words for none.
type said struct {
	Words []string
	Score float64
}

// slotsOf returns what the slots of a model say about documents, by infer: by document and slot.
func slotsOf(t *testing.T, model, source string) (all [][]said) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds infer")
	}
	dir := t.TempDir()
	targets := stagetest.Write(t, dir, "targets.txt", strings.Repeat("x\n", strings.Count(source, "\n")))
	out := filepath.Join(dir, "labels")
	cmd := exec.Command(filepath.Join(programs.Built(t), "infer"), "--config", "none", "--model", model, "--documents", stagetest.Write(t, dir, "source.txt", source)+":"+targets,
		"--slots", "--out", out)
	log, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(log), "no choice.json") {
		t.Fatalf("%v\n%s\nwant a line that the model has no choice.json", err, log)
	}
	for _, r := range rowsOf(t, schemas.Slots, out, "slots-00000-of-00001.parquet") {
		if r.Slot == 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], said{r.Vanilla, float64(r.VanillaProbability)})
	}
	return all
}

// agree compares what slots say with what PyTorch says.
func agree(t *testing.T, got, want [][]said) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d documents, want %d", len(got), len(want))
	}
	for i := range want {
		for slot, w := range want[i] {
			if g := got[i][slot]; !slices.Equal(g.Words, w.Words) || len(w.Words) > 0 && math.Abs(g.Score-w.Score) > 2e-6 {
				t.Errorf("document %d, slot %d: %v, want %v", i+1, slot, g, w)
			}
		}
	}
}

// TestImport: infer says with a model that PyTorch saved what PyTorch says with it, in every slot, to the words and their
// probabilities. The network has two layers of each kind, and the documents have words of their own.
func TestImport(t *testing.T) {
	var expected []struct {
		Document string
		Slots    []*said
	}
	readJSON(t, filepath.Join(ofPyTorch, "expected.json"), &expected)
	var source strings.Builder
	var want [][]said
	words := 0
	for _, e := range expected {
		title, rest, _ := strings.Cut(e.Document, " ")
		source.WriteString(title + " <eos> " + rest + "\n")
		want = append(want, listed(e.Slots))
		for _, s := range want[len(want)-1] {
			words += len(s.Words)
		}
	}
	if words < 20 {
		t.Fatalf("expected.json has only %d words", words)
	}
	agree(t, slotsOf(t, imported(t, "one2set.pt"), source.String()), want)
}

// TestImportFolder: the folder is a model folder, equal whatever the number of threads, which infer, score and train read.
func TestImportFolder(t *testing.T) {
	args := []string{"--vocabulary", filepath.Join(ofPyTorch, "vocab.pt"), "--heads", "2"}
	dir := stagetest.Twice(t, importing, nil, append(args, "--checkpoint", filepath.Join(ofPyTorch, "one2set.pt"))...)
	f := model.Disk(dir)
	shape, err := f.Shape()
	if err != nil || shape.Heads != 2 || shape.EncoderLayers != 2 || shape.DecoderLayers != 2 || shape.Vocab != 24 || shape.Slots != 4 || shape.PhraseLen != 6 || shape.FF != 8 {
		t.Errorf("%+v %v", shape, err)
	}
	n, err := f.Network()
	if err != nil {
		t.Fatal(err)
	}
	v, unicode, err := f.Vocabulary(n)
	if err != nil || unicode != text.Strip || v.Size() != 24 || v.Word(7) != "deep" || v.ID("show") != text.Unk {
		t.Errorf("%v: %s, %d words, %s", err, unicode, v.Size(), v.Word(7))
	}
	// The same numbers, rounded: another form, other types, wrapped, of a DataParallel.
	older, err := model.Disk(imported(t, "older.pt")).Network()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range n.Params() {
		for k, v := range older.Params()[i].Weights {
			if gap := math.Abs(float64(v - p.Weights[k])); gap > 1./128 || gap > 0 && strings.HasPrefix(p.Name, "encoder.layer") {
				t.Fatalf("%s: number %d is %v, want %v", p.Name, k, v, p.Weights[k])
			}
		}
	}
	if _, log := do(t, append([]string{"import", "--checkpoint", filepath.Join(ofPyTorch, "one2set.pt"), "--unicode", "fold", "--phrase-len", "3"}, args...)...); !strings.Contains(log, "phrase_len=3") {
		t.Error(log)
	}
}

// TestImportRefused: what is not a checkpoint of One2Set, or not its vocabulary, ends with exit code 65 and the remedy.
func TestImportRefused(t *testing.T) {
	dir := t.TempDir()
	few := stagetest.Write(t, dir, "few.txt", "<pad>\n<unk>\n<bos>\n<eos>\n<sep>\n<peos>\nword\n")
	in := func(name string) string { return filepath.Join(ofPyTorch, name) }
	for _, c := range []struct {
		checkpoint, vocabulary, heads string
		code                          int
		want                          []string
	}{
		{in("whole.pt"), in("vocab.pt"), "2", stages.ExitInput, []string{"torch.nn.modules.linear.Linear", "torch.save(model.state_dict(), FILE)"}},
		{in("vocab.pt"), in("vocab.pt"), "2", stages.ExitInput, []string{"vocab.pt: has no dict of tensors"}},
		{in("make.py"), in("vocab.pt"), "2", stages.ExitInput, []string{"make.py", "give the file of torch.save"}},
		{in("one2set.pt"), in("one2set.pt"), "2", stages.ExitInput, []string{"one2set.pt: has no dict", "give vocab.pt"}},
		{in("one2set.pt"), few, "2", stages.ExitInput, []string{"few.txt: vocabulary row 7", "<null>"}},
		{in("one2set.pt"), in("vocab.pt"), "3", stages.ExitInput, []string{"heads is 3", "--heads"}},
		{in("one2set.pt"), in("vocab.pt"), "0", stages.ExitUsage, []string{"heads"}},
	} {
		out := filepath.Join(t.TempDir(), "o")
		stagetest.Refused(t, importing, c.code, c.want, "--checkpoint", c.checkpoint, "--vocabulary", c.vocabulary, "--heads", c.heads, "--out", out)
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v: the output looks finished", c.want)
		}
	}
}

// TestImportShort: fewer words than the network has ids are said, since a wrong vocabulary looks so too.
func TestImportShort(t *testing.T) {
	words := stagetest.Write(t, t.TempDir(), "words.txt", strings.Join(text.Specials, "\n")+"\none\ntwo\n")
	out, log := do(t, "import", "--checkpoint", filepath.Join(ofPyTorch, "one2set.pt"), "--vocabulary", words, "--heads", "2")
	if !strings.Contains(log, "level=WARN") || !strings.Contains(log, "words=9 of=24") {
		t.Error(log)
	}
	f := model.Disk(out)
	if n, err := f.Network(); err != nil {
		t.Error(err)
	} else if _, _, err := f.Vocabulary(n); err != nil {
		t.Error(err)
	}
}

// TestImportReference: infer says with the parameters of the authors' network what the authors' code says with them.
func TestImportReference(t *testing.T) {
	for _, greedy := range parity.Files(t, "model/seed*/greedy.json") {
		seed := filepath.Dir(greedy)
		var docs struct {
			Words []string `json:"idx2word"`
		}
		var predicted map[string][]struct {
			Source []string `json:"src"`
			Slots  []*said  `json:"slots"`
		}
		readJSON(t, filepath.Join(seed, "docs.json"), &docs)
		readJSON(t, greedy, &predicted)
		var source strings.Builder
		var want [][]said
		for _, d := range predicted["more"] {
			source.WriteString(d.Source[0] + " <eos> " + strings.Join(d.Source[1:], " ") + "\n")
			want = append(want, listed(d.Slots))
		}
		words := stagetest.Write(t, t.TempDir(), "words.txt", strings.Join(docs.Words, "\n")+"\n")
		out := made(t, "import", "--checkpoint", filepath.Join(seed, "params.safetensors"), "--vocabulary", words, "--heads", "4")
		agree(t, slotsOf(t, out, source.String()), want)
	}
}

// TestImportScript: make.py makes the same weights and predictions again.
func TestImportScript(t *testing.T) {
	if exec.Command("python3", "-c", "import torch").Run() != nil {
		t.Skip("no python3 with torch to run make.py")
	}
	dir := t.TempDir()
	if log, err := exec.Command("python3", filepath.Join(ofPyTorch, "make.py"), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, log)
	}
	if len(differ(t, ofPyTorch, dir, "expected.json")) > 0 {
		t.Error("expected.json differs")
	}
	out := made(t, "import", "--checkpoint", filepath.Join(dir, "one2set.pt"), "--vocabulary", filepath.Join(dir, "vocab.pt"), "--heads", "2")
	stagetest.Equal(t, imported(t, "one2set.pt"), out)
}

// TestImportFineTuned: train fine-tunes an imported model on data of preprocess --vocab-from.
func TestImportFineTuned(t *testing.T) {
	if testing.Short() {
		t.Skip("builds preprocess")
	}
	dir, base := t.TempDir(), imported(t, "one2set.pt")
	var source, target strings.Builder
	words := strings.Fields("deep networks learn images of cells slow graphs search for text")
	for i := range 20 {
		fmt.Fprintf(&source, "n%d %s . <eos> %s\n", i, words[i%11], strings.Join(slices.Concat(words[i%7:], words[:i%5]), " "))
		fmt.Fprintf(&target, "%s %s;%s\n", words[i%11], words[(i+1)%11], words[i*3%11])
	}
	pair := stagetest.Write(t, dir, "s.txt", source.String()) + ":" + stagetest.Write(t, dir, "t.txt", target.String())
	data := filepath.Join(dir, "data")
	cmd := exec.Command(filepath.Join(programs.Built(t), "preprocess"), "--config", "none", "--vocab-from", base, "--train", pair, "--valid-share", "0.2", "--out", data)
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, log)
	}
	out := made(t, "--preset", "adapt", "--init-from", base, "--data", data, "--epochs", "1", "--choice-documents", "0")
	before, err := model.Disk(base).Network()
	if err != nil {
		t.Fatal(err)
	}
	after, err := model.Disk(out).Network()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range after.Params() {
		for k, v := range p.Weights {
			if gap := math.Abs(float64(v - before.Params()[i].Weights[k])); gap > .05 {
				t.Fatalf("%s: number %d is %v, so far from %v that training did not begin there", p.Name, k, v, before.Params()[i].Weights[k])
			}
		}
	}
}
