// Program preprocess turns corpora into the input of the other stages: documents of tokens with present and absent
// keyphrases, a vocabulary, and examples for training.
//
//	corpus ─ corpus.Records ─► record ─ rule.Maker ─► document ─ duplicate.Finder ─┬─► documents files
//	                                                                              └─► words counted, spill
//	spill ─ text.Vocabulary ─► examples files
//
// Test and validation sets come first, so that training documents that repeat theirs are found. Rows are processed in
// parallel and passed on in order, so no byte of the output depends on the number of threads.
//
// This command turns JSON lines and a pair of One2Set text files into the folder that train reads:
//
//	preprocess --train kp20k_train.jsonl.gz --valid kp20k_valid.jsonl.gz --test inspec=inspec_src.txt:inspec_trg.txt --out data
package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

var stage = stages.Stage[Config]{
	Name:    "preprocess",
	Version: "18",
	Doc: `Turns corpora into documents, a vocabulary and examples.

Example: preprocess --train train.jsonl.gz --valid valid.jsonl.gz --test inspec=inspec.csv --out data

Example without a corpus: preprocess --sample 5000 --out data

A corpus is a file, a folder with all folders below it, a glob, a source.txt:target.txt pair, or - for standard input. It has
a title, an abstract and keywords per document. Corpora and --out may be in a bucket: s3://bucket/key. Bad rows go to rejects.jsonl; rows
that the rules leave out go to filtered.parquet.

To fine-tune a model on your own documents, give its folder as --vocab-from: the examples then have its vocabulary. To train on
top of a pretrained encoder, give the folder of an uncased BERT model as --encoder: the examples then have its word pieces.
--valid-share 0.2 uses a fifth of --train for validation, selected by id. The limits of training documents do not apply to
validation documents. preprocess/README.md has formats, columns and examples.

` + corpus.Doc,
	Inputs: []stages.Input{
		{Name: "train", Schema: "corpus", Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "training documents with keyphrases"},
		{Name: "valid", Schema: "corpus", Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "validation documents with keyphrases"},
		{Name: "test", Schema: "corpus", Named: true, Recognises: corpus.Recognises, Remote: true, Doc: "a test set with its name"},
		{Name: "vocab-from", Schema: "vocab", Copied: true, Doc: "a model folder or a vocab.parquet, whose vocabulary the examples use",
			Files: []string{configFile, vocabFile}},
		{Name: "encoder", Schema: "bert", Copied: true, Doc: "the folder of a BERT model, whose word pieces the examples use", Files: encoderFiles},
	},
	Outputs: []stages.Output{
		{Name: "train-*.parquet", Schema: "documents", Optional: true, Doc: "training documents"},
		{Name: "valid-*.parquet", Schema: "documents", Optional: true, Doc: "validation documents"},
		{Name: "test.*-*.parquet", Schema: "documents", Optional: true, Doc: "documents of each test set"},
		{Name: "examples.train-*.arrow", Schema: "examples", Optional: true, Doc: "the training documents as ids"},
		{Name: "examples.valid-*.arrow", Schema: "examples", Optional: true, Doc: "the validation documents as ids"},
		{Name: vocabFile, Schema: "vocab", Optional: true, Doc: "every word of the training documents with its count, or the vocabulary of --vocab-from or --encoder"},
		{Name: "filtered.parquet", Schema: "filtered", Doc: "rows that the rules leave out, with the cause"},
		{Name: "rejects.jsonl", Schema: "rejects", Doc: "rows that could not be read, with the reason"},
	},
	Usual:   []string{"format", "delimiter", "columns", "keyword_separator", "vocab_size", "duplicates", "valid_share", "shards", "sample", "seed"},
	Config:  defaults(),
	Presets: presets(),
	Check:   Config.check,
	Settle:  settle,
	Run:     run,
}

func main() { stages.Main(stage) }
