// Program score compares predicted keyphrases with gold keyphrases. It reports precision, recall and F1 of present and
// absent phrases under every convention in use, the calibration of the scores and the over-estimation of ∅, and draws a
// page of them. Its modes set several predictions side by side, and make the tables of the paper.
//
//	documents, predictions ─ join ─► row ─ wording, match ─► judged phrases ─ result, metric ─► measures ─ report ─► page, summary
//
// This package has a file for each command, with its settings, and the run of score itself: run.go. The rooms lie below internal. Three
// ideas are in all of them:
//
//	judged phrases  judge, over join (reads documents in step with predictions), wording (words and stems of a language), match (which
//	                predictions are right) and caveat (what misleads)
//	measures        metric (of hits and counts, with intervals), result (of a test set), group (by the values of a column), estimate (of ∅)
//	pages           report, with markup; compare of several systems; paper and concept are score tables and score concepts
//
//	score --predictions predictions/inspec --slots predictions/inspec --documents 'data/test.inspec-*.parquet' --out scores/inspec
//	score compare --predictions wr=predictions/inspec --predictions theirs=theirs.txt --documents 'data/test.inspec-*.parquet' --out compared/inspec
//	score tables --result wr_27_inspec=scores/inspec --out tables
package main

import (
	"github.com/wrone2set/wrone2set/score/internal/judge"
	"github.com/wrone2set/wrone2set/stages"
)

// version changes whenever the same inputs and settings would give other bytes.
const version = "13"

// Files of outputs.
const (
	scoresFile  = "scores.parquet"
	metricsFile = "metrics.json"
	reportFile  = "report.html"
	summaryFile = "summary.txt"    // what score prints
	groupsFile  = "groups.parquet" // scores of the documents of each value of the column --by
)

// Config are the settings of score.
type Config struct {
	judge.Criteria
	By       string `key:"by" help:"column of a raw corpus whose values group the documents, such as language; none: no groups"`
	Examples int    `key:"examples" range:"[0,100]" help:"number of best documents in the report, and of worst ones"`
}

var stage = stages.Stage[Config]{
	Name:    "score",
	Version: version,
	Doc: `Scores predictions against documents and writes a report.

Example: score --predictions predictions --documents 'data/test.inspec-*.parquet' --out scores

Example: score --predictions predictions --documents papers.jsonl --by language --out scores

Example: score --predictions theirs.txt --documents inspec_src.txt:inspec_trg.txt --out scores

Example: score --predictions labels --documents papers.csv --review review.xlsx --out scores

Predictions come from infer or any other system: JSON lines, Parquet or a table with a list called keyphrases, predictions
or phrases, or "phrase;phrase" lines. score joins them to the documents by id if both have ids, else line by line. No
prediction may be missing, extra or repeated. score tokenises raw documents as preprocess does by default, and those
in other languages than English by the rules of their language.

A cut k, as in F1@k, is a number of phrases, M (all predictions), O (the number of targets) or G (the larger of the two). The
paper reports the convention macro. If predictions have scores, score treats them as probabilities and measures their
calibration. With --by COLUMN it also scores the documents of each value of that column of the corpus. With --review, the sheet of
infer export --export review that people corrected, only documents with a mark or a new phrase count: kept and added phrases are their
keyphrases, predictions without a mark are left out, and the precision among judged predictions is reported, too. Inputs and --out may be in a bucket: s3://bucket/prefix. score/README.md describes the formats and every metric.`,
	Inputs: []stages.Input{
		{Name: "predictions", Schema: "predictions", Required: true, Remote: true, Files: []string{"predictions*.parquet"},
			Doc: "predictions of infer or any other system"},
		documentsInput(),
		{Name: "slots", Schema: "slots", Remote: true, Files: []string{"slots*.parquet"},
			Doc: "output of infer --slots, to measure the over-estimation of ∅"},
		judge.ReviewInput("keyphrases"),
	},
	Outputs: []stages.Output{
		{Name: scoresFile, Schema: "scores", Doc: "one row per document and kind"},
		{Name: metricsFile, Schema: "metrics", Doc: "every number by its name, keys sorted"},
		{Name: reportFile, Schema: "html", Doc: "a page of the numbers and of single documents, without other files"},
		{Name: summaryFile, Schema: "text", Doc: "the main scores and the first documents, as printed"},
		{Name: groupsFile, Schema: "groups", Doc: "with --by: one row per value of the column", Optional: true},
	},
	Usual:   []string{"by", "columns", "language", "name", "ks", "released", "bootstrap", "seed", "examples"},
	Config:  Config{Criteria: judge.Defaults(), Examples: 6},
	Presets: []stages.Preset[Config]{{Name: releasedPreset, Doc: releasedDoc, Apply: func(c *Config) { c.Released = true }}},
	Check:   func(c Config) error { return c.Check() },
	Run:     run,
}

// The preset of the modes that judge predictions.
const (
	releasedPreset = "released"
	releasedDoc    = "the authors' evaluation script with the flags of their run"
)

// documentsInput is the input of documents with gold keyphrases.
func documentsInput() stages.Input {
	return stages.Input{Name: "documents", Schema: "documents", Required: true, Remote: true, Files: []string{"test.*.parquet"},
		Doc: "a test set of preprocess, or a raw corpus"}
}

func main() { stages.Main(stage, comparing, tabling, conceptsScoring, showing) }
