// Program score holds predicted keyphrases against the gold ones: precision,
// recall and F1 of present and absent phrases under every convention in use,
// whether the scores are the probabilities that they promise to be, over-estimation
// of ∅, and a report to look at; or several predictions beside each other.
//
//	score --predictions predictions/inspec --slots predictions/inspec --documents 'data/test.inspec-*.parquet' --out scores/inspec
//	score compare --predictions wr=predictions/inspec --predictions theirs=theirs.txt --documents 'data/test.inspec-*.parquet' --out compared/inspec
//	score tables --result wr_27_inspec=scores/inspec --out tables
package main

import (
	"wrone2set/stages"
)

// version changes whenever the same input and settings would give other bytes.
const version = "5"

var stage = stages.Stage[Config]{
	Name:    "score",
	Version: version,
	Doc: `Scores predictions against documents and writes a report.

All that is read, and --out, may lie in a bucket: s3://bucket/prefix.

Predictions are ours or anyone's: JSON lines, Parquet or a table with an id and a list called keyphrases, predictions or
phrases, or predictions.txt ("phrase;phrase" a line). They are joined to their documents by id where both have ids, by
line otherwise; a missing, extra or repeated id or line is refused. Raw documents are cut into tokens as preprocess does
by default. The numbers of the paper are those called
macro: F1 of mean precision and mean recall over all documents, @5 divided by 5; beside them stand the other
conventions in use, each with what it divides by.

Where predictions have scores they are taken for probabilities of being right: by kind there are the expected
calibration error, the Brier score, the reliability diagram with 95 % intervals, precision and recall by falling score,
and the right phrases, precision and F1 that the scores promise beside those measured.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "predictions", Required: true, Remote: true, Files: []string{"predictions*.parquet"},
			Doc: "what infer wrote; JSON lines, Parquet or a table with id and keyphrases; or phrase;phrase lines"},
		documentsInput(),
		{Name: "slots", Schema: "slots", Remote: true, Files: []string{"slots*.parquet"},
			Doc: "what infer --slots wrote, for the over-estimation of ∅"},
	},
	Outputs: []stages.Output{
		{Name: "scores.parquet", Schema: "scores", Doc: "one row a document and kind"},
		{Name: "metrics.json", Schema: "metrics", Doc: "every number by its name, keys sorted"},
		{Name: "report.html", Schema: "html", Doc: "the same to look at, one page without other files"},
		{Name: summaryFile, Schema: "text", Doc: "the main scores and the first documents, as printed"},
	},
	Config:  Config{criteria: defaultCriteria(), Examples: 6},
	Presets: []stages.Preset[Config]{{Name: releasedPreset, Doc: releasedDoc, Apply: func(c *Config) { c.Released = true }}},
	Moved: map[string]string{
		"compare": "it is a mode of its own, score compare --predictions NAME=…", "result": "it is a mode of its own, score tables --result …",
		"chosen": "score tables has it", "training": "score tables has it", "show": "it is a mode of its own, score show FOLDER",
	},
	Check: func(c Config) error { return c.check() },
	Run:   run,
}

// The preset of all modes that judge predictions.
const (
	releasedPreset = "released"
	releasedDoc    = "the authors' evaluation script with the flags of their run"
)

// documentsInput are the documents that predictions are judged by.
func documentsInput() stages.Input {
	return stages.Input{Name: "documents", Schema: "documents", Required: true, Remote: true, Files: []string{"test.*.parquet"},
		Doc: "what preprocess wrote (one test set), any corpus with keyphrases, or source.txt:target.txt"}
}

func main() { stages.Main(stage, comparing, tabling, showing) }
