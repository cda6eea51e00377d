// Program score holds predicted keyphrases against the gold ones: precision,
// recall and F1 of present and absent phrases under every convention in use,
// calibration of the scores, over-estimation of ∅, and a report to look at.
//
//	score --predictions predictions/inspec --slots predictions/inspec --documents 'data/test.inspec-*.parquet' --out scores/inspec
package main

import (
	"wrone2set/stages"
	"wrone2set/stages/calibration"
	"wrone2set/stages/corpus"
)

// version changes whenever the same input and settings would give other bytes.
const version = "2"

var stage = stages.Stage[Config]{
	Name:    "score",
	Version: version,
	Doc: `Scores predictions against documents and writes a report.

Predictions are ours or anyone's: JSON lines, Parquet or a table with an id and a list called keyphrases, predictions or
phrases, or predictions.txt ("phrase;phrase" a line). They are joined to their documents by id where both have ids, by
line otherwise; a missing, extra or repeated id or line is refused. Raw documents are cut into tokens as preprocess does
by default. The numbers of the paper are those called
macro: F1 of mean precision and mean recall over all documents, @5 divided by 5; beside them stand the other
conventions in use, each with what it divides by.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "predictions", Required: true, Files: []string{"predictions*.parquet"},
			Doc: "what infer wrote; JSON lines, Parquet or a table with id and keyphrases; or phrase;phrase lines"},
		{Name: "documents", Schema: "documents", Required: true, Files: []string{"test.*.parquet"},
			Doc: "what preprocess wrote (one test set), any corpus with keyphrases, or source.txt:target.txt"},
		{Name: "slots", Schema: "slots", Files: []string{"slots*.parquet"},
			Doc: "what infer --slots wrote, for the over-estimation of ∅"},
	},
	Outputs: []stages.Output{
		{Name: "scores.parquet", Schema: "scores", Doc: "one row a document and kind"},
		{Name: "metrics.json", Schema: "metrics", Doc: "every number by its name, keys sorted"},
		{Name: "report.html", Schema: "html", Doc: "the same to look at, one page without other files"},
		{Name: summaryFile, Schema: "text", Doc: "the main scores and the first documents, as printed"},
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
