package joint

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// pieces is a vocabulary of word pieces.
type pieces []string

func (p pieces) Word(id int32) string { return p[id] }

// vocabulary has the special tokens, <digit>, BERT's special pieces and some others.
var vocabulary = append(append(append(pieces{}, text.Specials...), text.Digit), strings.Fields(
	"[PAD] [UNK] [CLS] [SEP] [MASK] graph ##s cut ##ting of image net ##work neural deep learn ##ing a b c")...)

// ids returns the ids of pieces.
func ids(t testing.TB, said string) (list []int32) {
	t.Helper()
	for _, piece := range strings.Fields(said) {
		at := -1
		for i, p := range vocabulary {
			if p == piece {
				at = i
			}
		}
		if at < 0 {
			t.Fatalf("there is no piece %s", piece)
		}
		list = append(list, int32(at))
	}
	return list
}

// say returns the pieces of ids.
func say(list []int32) string {
	var said []string
	for _, id := range list {
		said = append(said, vocabulary[id])
	}
	return strings.Join(said, " ")
}

// shape returns a config with D = 8 and L = 4.
func shape(system string) Config {
	relations := 0
	if system == UniKeyphrase {
		relations = 2
	}
	return Config{Relations: relations, System: system, PhraseLen: 4, Dropout: .1, Mask: text.FirstPiece + 4, Encoder: bert.Config{
		ModelType: "bert", Vocab: len(vocabulary), Width: 8, Layers: 2, Heads: 2, FF: 12, Activation: "gelu", Positions: 80, Types: 2, Epsilon: 1e-12, Pad: text.FirstPiece}}
}

// model returns a model with weights larger than start values, so that its output varies.
func model[T kernel.Float](t testing.TB, c Config) *Model[T] {
	t.Helper()
	m, err := New[T](c, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.params {
		for i := range p.Weights {
			if len(p.Shape) == 2 {
				p.Weights[i] *= 20
			} else if p.Name == "cls.predictions.bias" {
				p.Weights[i] = T(i%5) / 8
			}
		}
		if p.Name == "keywords.bias" {
			p.Weights[begin] = 1
		}
	}
	m.Words = vocabulary
	return m
}

// example returns a document with its phrases, given as "present, present | absent, absent".
func example(t testing.TB, id, source, targets string) schemas.Example {
	t.Helper()
	e := schemas.Example{ID: id, Source: ids(t, "[CLS] "+source+" [SEP]")}
	e.Extended = e.Source
	present, absent, _ := strings.Cut(targets, "|")
	add := func(list string) {
		for _, phrase := range strings.Split(list, ",") {
			if p := ids(t, phrase); len(p) > 0 {
				e.Targets = append(e.Targets, p)
			}
		}
	}
	add(present)
	e.Targets = append(e.Targets, []int32{text.Peos})
	add(absent)
	return e
}

// documents returns documents with all kinds of phrases, and without any.
func documents(t testing.TB) []schemas.Example {
	return []schemas.Example{
		example(t, "both", "graph cut ##ting of image graph ##s deep", "graph cut|deep learn ##ing, neural net ##work, image of a graph"),
		example(t, "present", "net ##work a b net ##work", "net ##work|"),
		example(t, "none", "a b c", "|"),
		example(t, "absent", "learn neural", "|deep learn ##ing, neural net ##work"),
	}
}

// folder is the path of a model folder.
type folder string

func (f folder) path(name string) string { return filepath.Join(string(f), name) }

func (f folder) read() (*Model[float32], error) {
	return Read(f.path, func(name string) (schemas.File, error) { return os.Open(f.path(name)) })
}

// write writes a file and returns what it wrote.
func (f folder) write(t *testing.T, name string, content func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := errors.Join(content(&b), os.WriteFile(f.path(name), []byte(b.String()), 0o666)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
