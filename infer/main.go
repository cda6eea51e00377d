// Program infer labels documents with a trained model: the built-in one (infer/pretrained), or another.
//
//	corpus.Records ─► record ─ label.Maker ─► item ─► window ─ label.Labeller ─► prediction ─► predictions, exports
//
// This package has a file for each command, with its settings, and the run of infer itself: run.go, which reads (read.go) documents of a
// part, fills windows (windows.go) and writes what the model says of them (output.go, reached.go). The rest lies below internal: part and
// reuse serve infer and infer concepts, export all that write exports, labelled the commands that read finished outputs; assigned is infer
// concepts, phrases and variant are infer phrases, survey and report are infer report.
//
// These commands label a test set of preprocess, with the output of every slot; a corpus; the test set with a model of another
// system; and a pipe, with the keyphrases on standard output, window by window:
//
//	infer --model model --documents 'data/test.inspec-*.parquet' --slots --out predictions/inspec
//	infer --documents papers.csv --export csv --out labels
//	infer --model model-of-sequences --documents 'data/test.inspec-*.parquet' --out predictions/sequences
//	infer --model model --documents - --export jsonl --out - < corpus.jsonl.gz > labels.jsonl
package main

import (
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/model"
)

func main() {
	stages.Main(stage(), exporting(), phrasesMode(), reporting(), trying(), conceptsMode(), streaming(), following)
}

// version changes whenever the same input and settings give other bytes.
const version = "23"

// modelInput returns the input --model.
func modelInput() stages.Input {
	return stages.Input{Name: "model", Doc: "a model folder of train", Schema: "model", Required: true, Default: pretrained.Model(), Remote: true,
		Files: model.Files()}
}

// documentsInput returns the input --documents. Where it is required, it needs no flag.
func documentsInput(required bool, doc string) stages.Input {
	return stages.Input{Name: "documents", Doc: doc, Schema: "corpus", Required: required, Many: true, Argument: required, Recognises: corpus.Recognises, Remote: true,
		Files: []string{"train-*.parquet", "valid-*.parquet", "test.*.parquet"}}
}

// reuseInput returns the input --reuse of a mode that writes such files.
func reuseInput(schema string, files ...string) stages.Input {
	return stages.Input{Name: "reuse", Schema: schema, Many: true, Remote: true, Files: files,
		Doc: "label only what this output lacks"}
}

// stage returns the first mode, which labels files.
func stage() stages.Stage[Config] {
	return stages.Stage[Config]{
		Name:    "infer",
		Version: version,
		Doc: `Labels documents with keyphrases.

Example: infer --documents papers.csv --export csv --out labels

Example: infer --documents papers.xlsx --export xlsx --out labels

Example: infer --documents - --export jsonl --out - < corpus.jsonl.gz > labels.jsonl

--documents is a corpus in one of the formats below, or documents that preprocess wrote.
Documents, model and --out may be in a bucket: s3://bucket/key. Without --model, a built-in model labels English abstracts of
scientific papers. Each phrase has a score, the probability that it is right, and its place in the text. --choose selects the
phrases; --choose slots keeps what the paper's method writes. With one --export and --out -, only the export is written, to
standard output. Add --format jsonl --window 1 to have each line answered at once. Exports leave out absent phrases below .1, and
all absent phrases of doubtful documents; see --absent. Bad rows go to rejects.jsonl.

A document of more than 2,999 tokens is cut, and one in another language, or a table, code or a single word, is doubtful: its
probabilities are not to be trusted. The columns truncated, language and doubtful say so, and the last lines of the run count them.

--reuse names earlier outputs. Documents that they have get their rows, and only the others are labelled; the output is the same.

Large corpora are labelled in parts, and the same command resumes a killed run. Several processes share a folder by --shard i/n
or as an array job. infer/README.md has columns, modes and examples.

` + corpus.Doc,
		Inputs: []stages.Input{
			modelInput(),
			documentsInput(true, "documents to label"),
			likeInput(),
			reuseInput("predictions", predictionsFile, slotsFile),
		},
		Outputs: append([]stages.Output{
			{Name: predictionsFile, Doc: "one row per document: id and list of phrases", Schema: "predictions"},
			{Name: slotsFile, Doc: "with --slots: one row per slot", Schema: "slots", Optional: true},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		}, export.OfPhrases(false).Outputs()...),
		Config: defaults(),
		Usual:  []string{"choose", "absent", "distinct", "precision", "export", "format", "columns"},
		Presets: []stages.Preset[Config]{
			{Name: "released", Doc: "follow the authors' released code where it departs from the paper", Apply: func(c *Config) { c.Released = true }},
		},
		Check:  Config.check,
		Layout: stages.Parted,
		Run:    run,
	}
}
