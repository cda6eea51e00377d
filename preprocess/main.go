// Program preprocess turns corpora into what the other stages read: documents
// of tokens with present and absent keyphrases, a vocabulary, and examples of
// ids for training.
//
//	corpus ─ corpus.Records ─► record ─ rule.Maker ─► document ─ duplicate.Finder ─┬─► documents files
//	                                                                              └─► words counted, spill
//	spill ─ text.Vocabulary ─► examples files
//
// Test and validation sets come first, so that training documents which repeat
// one of theirs are found. Rows are worked on in parallel and handed on in
// order: no byte of the output depends on the number of threads.
//
// A corpus of JSON lines and a pair of One2Set text files become the folder that train reads:
//
//	preprocess --train kp20k_train.jsonl.gz --valid kp20k_valid.jsonl.gz --test inspec=inspec_src.txt:inspec_trg.txt --out data
package main

import (
	"wrone2set/stages"
	"wrone2set/stages/corpus"
)

var stage = stages.Stage[Config]{
	Name:    "preprocess",
	Version: "4",
	Doc: `Turns corpora into documents, a vocabulary and examples.

Give --train, --valid and any number of --test NAME=CORPUS to prepare a training, or --label CORPUS for a corpus
without keyphrases, or --sample N to try the pipeline on documents that are made up. A corpus is a file, a folder with
all below it, a glob, a source.txt:target.txt pair, or - for standard input; JSONL, a JSON array, CSV, TSV or Parquet
(title, abstract, keywords), works of OpenAlex, papers of Semantic Scholar, the One2Set text files and our own documents
files are read, and for labelling plain text, one document a line; also as .gz and .zst. It may lie in a bucket:
s3://bucket/key, a prefix or a pattern, read as the environment allows
(AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL). So may --out, and the folders of --vocab-from and --encoder, which are copied
into the folder for temporary files (TMPDIR) first. Bad rows go to rejects.jsonl,
rows that the rules leave out to filtered.parquet.

To adapt a model to your own documents give --vocab-from, its folder: words, their number and the way in which text is
cut into words are then the model's, unchanged, and train --init-from can go on from it. Words that are new to the model
it can only copy from the text; how many keyphrases it can spell is said, and fewer than a tenth are refused.
For a model on top of a pretrained encoder give --encoder, the folder of an uncased BERT model as Hugging Face has it: the
examples then have its word pieces, of as many as it has positions for, and train --encoder takes its weights. Documents
stay words.
--valid-share 0.2 takes a fifth of the documents of --train for validation, by a hash of their ids: the same ones whatever
the order, the threads and the other documents. The limits of a training document, --max-tokens and --max-targets, are not
theirs, as they are not those of --valid: the choice of phrases shall see the documents that will come.`,
	Inputs: []stages.Input{
		{Name: "train", Schema: "corpus", Many: true, Known: corpus.Known, Remote: true, Doc: "training documents with keyphrases"},
		{Name: "valid", Schema: "corpus", Many: true, Known: corpus.Known, Remote: true, Doc: "documents to check the training with"},
		{Name: "test", Schema: "corpus", Named: true, Known: corpus.Known, Remote: true, Doc: "a test set and its name"},
		{Name: "vocab-from", Schema: "vocab", Copied: true, Doc: "a model folder, or a vocab.parquet, whose words the examples are to have",
			Files: []string{configFile, vocabFile}},
		{Name: "encoder", Schema: "bert", Copied: true, Doc: "the folder of a BERT model whose word pieces the examples are to have", Files: encoderFiles},
		{Name: "label", Schema: "corpus", Many: true, Known: corpus.Known, Remote: true, Doc: "documents to be labelled; takes --shard"},
	},
	Outputs: []stages.Output{
		{Name: "label-*.parquet", Schema: "documents", Optional: true, Doc: "documents to be labelled"},
		{Name: "train-*.parquet", Schema: "documents", Optional: true, Doc: "training documents"},
		{Name: "valid-*.parquet", Schema: "documents", Optional: true, Doc: "validation documents"},
		{Name: "test.*-*.parquet", Schema: "documents", Optional: true, Doc: "documents of each test set"},
		{Name: "examples.train-*.arrow", Schema: "examples", Optional: true, Doc: "the training documents as ids"},
		{Name: "examples.valid-*.arrow", Schema: "examples", Optional: true, Doc: "the validation documents as ids"},
		{Name: vocabFile, Schema: "vocab", Optional: true, Doc: "every word of the training documents with its count, or that of --vocab-from, or the pieces of --encoder"},
		{Name: "filtered.parquet", Schema: "filtered", Doc: "rows that the rules leave out, with the cause"},
		{Name: "rejects.jsonl", Schema: "rejects", Doc: "rows that could not be read, with the reason"},
	},
	Config:  defaults(),
	Presets: presets(),
	Check:   Config.check,
	Settle:  settle,
	Layout:  stages.Sharded,
	Run:     run,
}

func main() { stages.Main(stage) }
