// Program score holds predicted keyphrases against the gold ones: precision,
// recall and F1 of present and absent phrases under every convention in use,
// whether the scores are the probabilities that they promise to be, over-estimation
// of ∅, and a report to look at; or several predictions beside each other.
//
//	score --predictions predictions/inspec --slots predictions/inspec --documents 'data/test.inspec-*.parquet' --out scores/inspec
//	score --compare wr=predictions/inspec --compare theirs=theirs.txt --documents 'data/test.inspec-*.parquet' --out compared/inspec
//	score --result wr_27_inspec=scores/inspec --out tables
package main

import (
	"wrone2set/stages"
	"wrone2set/stages/data/corpus"
	"wrone2set/stages/model/choose/calibration"
)

// version changes whenever the same input and settings would give other bytes.
const version = "5"

var stage = stages.Stage[Config]{
	Name:    "score",
	Version: version,
	Doc: `Scores predictions against documents and writes a report.

All that is read, and --out, may lie in a bucket: s3://bucket/prefix (gs:// and azblob:// with -tags gs, azblob).

Predictions are ours or anyone's: JSON lines, Parquet or a table with an id and a list called keyphrases, predictions or
phrases, or predictions.txt ("phrase;phrase" a line). They are joined to their documents by id where both have ids, by
line otherwise; a missing, extra or repeated id or line is refused. Raw documents are cut into tokens as preprocess does
by default. The numbers of the paper are those called
macro: F1 of mean precision and mean recall over all documents, @5 divided by 5; beside them stand the other
conventions in use, each with what it divides by.

Where predictions have scores they are taken for probabilities of being right: by kind there are the expected
calibration error, the Brier score, the reliability diagram with 95 % intervals, precision and recall by falling score,
and the right phrases, precision and F1 that the scores promise beside those measured.

--compare A=FOLDER --compare B=FOLDER scores several predictions of the same documents and writes them beside each
other, with a paired bootstrap's 95 % interval of every difference to the first.

--result wr_27_kp20k=FOLDER --result … makes the tables and figures of the paper from the scores of any number of systems,
seeds and test sets; make paper runs them all.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "predictions", Remote: true, Files: []string{"predictions*.parquet"},
			Doc: "what infer wrote; JSON lines, Parquet or a table with id and keyphrases; or phrase;phrase lines"},
		{Name: "compare", Schema: "predictions", Remote: true, Named: true, Files: []string{"predictions*.parquet"},
			Doc: "instead of predictions, at least twice: several predictions of the documents, differences to the first"},
		{Name: "documents", Schema: "documents", Remote: true, Files: []string{"test.*.parquet"},
			Doc: "what preprocess wrote (one test set), any corpus with keyphrases, or source.txt:target.txt"},
		{Name: "slots", Schema: "slots", Remote: true, Files: []string{"slots*.parquet"},
			Doc: "what infer --slots wrote, for the over-estimation of ∅"},
		{Name: "result", Schema: "scores", Remote: true, Named: true, Files: scoreFiles,
			Doc: "for the paper's tables: what score wrote of infer --choose slots; the name is SYSTEM_SEED_TEST, as in wr_27_kp20k"},
		{Name: "chosen", Schema: "scores", Remote: true, Named: true, Files: scoreFiles,
			Doc: "beside result: what score wrote of infer --choose f1, with the same names"},
		{Name: "training", Schema: "train_log", Remote: true, Named: true, Files: []string{trainLogFile, assignmentsFile},
			Doc: "beside result: the folders that train wrote; the name is SYSTEM_SEED"},
	},
	Outputs: []stages.Output{
		{Name: "scores.parquet", Schema: "scores", Optional: true, Doc: "one row a document and kind"},
		{Name: "metrics.json", Schema: "metrics", Optional: true, Doc: "every number by its name, keys sorted"},
		{Name: "report.html", Schema: "html", Optional: true, Doc: "the same to look at, one page without other files"},
		{Name: summaryFile, Schema: "text", Optional: true, Doc: "the main scores and the first documents, as printed"},
		{Name: compareFile, Schema: "text", Optional: true, Doc: "predictions beside each other, as printed"},
		{Name: "compare.*", Schema: "table", Optional: true, Doc: "the same as Markdown, CSV, LaTeX and a page to look at"},
		{Name: "paper.*", Schema: "table", Optional: true, Doc: "the paper's tables and figures with its own numbers beside: a page, Markdown, CSV, LaTeX"},
		{Name: "costs.md", Schema: "text", Optional: true, Doc: "seconds and memory of training and labelling; other ones each time"},
	},
	Config: Config{Settings: corpus.DefaultSettings(), NumPreds: 200, ValidFilter: true, Bins: calibration.Bins, Bootstrap: 1000, Seed: 27, Examples: 6},
	Presets: []stages.Preset[Config]{
		{Name: "released", Doc: "the authors' evaluation script with the flags of their run",
			Apply: func(c *Config) { c.Released = true }},
	},
	Actions: []stages.Action{
		{Name: "show", Value: "FOLDER", Doc: "print the summary of a finished output again", Do: show},
	},
	Check: Config.check,
	Run:   run,
}

func main() { stages.Main(stage) }
