package stages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Both stages of an adapting and of a refit are given the model and what is theirs of the settings.
func TestMakeAdapt(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	said, err := runMake(t, "..", "-n", "adapt", "refit", "IN=a b.jsonl", "MODEL=my/model", "OUT="+out, "PRESET=released",
		"PREPROCESS_FLAGS=--shards 2", "TRAIN_FLAGS=--threads 3")
	known(t, "bin", said)
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
	for _, want := range []string{
		"bin/preprocess --config pipeline.yaml --vocab-from 'my/model' --train 'a b.jsonl' --valid-share 0.5 --preset released --out " + out + "/adapt/data --shards 2",
		"bin/train --config pipeline.yaml --init-from 'my/model' --data " + out + "/adapt/data --preset adapt --out " + out + "/adapt/model --threads 3",
		"bin/preprocess --config pipeline.yaml --valid 'a b.jsonl' --preset released --out " + out + "/refit/data --shards 2",
		"bin/train refit --config pipeline.yaml --model 'my/model' --data " + out + "/refit/data --out " + out + "/refit/model --threads 3",
	} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%v: no %s in\n%s", err, want, said)
		}
	}
}

// Of a model with a tagger the tagger is trained, on its own pieces, and the choice is fitted with it.
func TestMakeAdaptTagger(t *testing.T) {
	out, with := filepath.Join(t.TempDir(), "out"), t.TempDir()
	if err := os.WriteFile(filepath.Join(with, "tagger-vocab.parquet"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	said, err := runMake(t, "..", "-n", "adapt", "IN=a b.jsonl", "MODEL="+with, "OUT="+out, "PREPROCESS_FLAGS=--shards 2", "TRAIN_FLAGS=--threads 3")
	known(t, "bin", said)
	said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
	for _, want := range []string{
		"bin/preprocess --config pipeline.yaml --vocab-from '" + with + "/tagger-vocab.parquet' --max-targets 1000 --train 'a b.jsonl' --valid-share 0.5 --out " + out + "/adapt/data --shards 2",
		"bin/train --config pipeline.yaml --init-from '" + with + "' --data " + out + "/adapt/data --preset tagger,adapt --out " + out + "/adapt/tagger --threads 3",
		"bin/train refit --config pipeline.yaml --model '" + with + "' --tagger " + out + "/adapt/tagger --data " + out + "/adapt/data --out " + out + "/adapt/model",
	} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%v: no %s in\n%s", err, want, said)
		}
	}
}

// Documents in other languages are read as they are, and with others in English one model is fitted to both.
func TestMakeRefitDocuments(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for _, c := range []struct{ in, want string }{
		{"", "bin/train refit --config pipeline.yaml --model 'infer/pretrained/model' --documents 'a b.jsonl' --out " + out + "/refit/model --threads 3"},
		{"c.csv", "bin/train refit --config pipeline.yaml --model 'infer/pretrained/model' --data " + out + "/refit/data --documents 'a b.jsonl' --out " + out + "/refit/model --threads 3"},
	} {
		said, err := runMake(t, "..", "-n", "refit", "IN="+c.in, "DOCUMENTS=a b.jsonl", "OUT="+out, "TRAIN_FLAGS=--threads 3")
		known(t, "bin", said)
		said = strings.Join(strings.Fields(strings.ReplaceAll(said, "\\\n", " ")), " ")
		if err != nil || !strings.Contains(said, c.want) || strings.Contains(said, "bin/preprocess --config") != (c.in != "") {
			t.Errorf("%v: no %s in\n%s", err, c.want, said)
		}
	}
}
