package main

import (
	"errors"
	"fmt"
	"slices"

	"wrone2set/stages/data/corpus"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/phrase"
)

// Config is every setting of a run over files. Settings marked free change time and memory
// only, never a row.
type Config struct {
	corpus.Settings
	labelSettings

	Limit int64 `key:"limit" range:"[0,)" help:"label the first so many documents only; 0: all"`
	// PartDocuments decides what is in which file.
	PartDocuments int64    `key:"part_documents" range:"[0,)" help:"documents a part, each of which has files of its own and is finished on its own; 0: all in one"`
	Slots         bool     `key:"slots" help:"also write what every slot said, with and without ∅"`
	Export        []string `key:"export" choices:"jsonl,csv,txt" help:"also write the predictions as jsonl, csv or txt, or several of them: jsonl,csv"`
	ExportText    bool     `key:"export_text" help:"put title and text of the documents into the jsonl export"`
	// SpreadsheetSafe is off because programs read the export, too, and find another text in it.
	SpreadsheetSafe bool `key:"spreadsheet_safe" help:"put ' in front of cells of the csv export that a spreadsheet would run as a formula, as =1+1"`
}

// StreamConfig is every setting of infer stream.
type StreamConfig struct {
	Columns []string `key:"columns" help:"columns that hold the parts: id=paper_id,title=name,text=summary; several of one part by rank"`
	labelSettings
}

// labelSettings are those that decide what is said of a document, and how fast.
type labelSettings struct {
	Choose     string  `key:"choose" help:"f1 (per document the present phrases with the best expected F1, and the absent ones with theirs), f1-all (those of both together), top=5, each with a least probability as in top=5,probability=0.1; precision=0.6, probability=0.3, or slots (as in the paper); default: f1, or slots where the model has no choice.json"`
	MinScore   float64 `key:"min_score" range:"[0,1]" help:"leave out phrases with a lower score, 0 to 1"`
	MaxPhrases int     `key:"max_phrases" range:"[0,)" help:"most phrases a document, duplicates not counted; 0: all"`
	Released   bool    `key:"released" help:"mark no duplicates, and <unk> for all unknown words once max_oov is reached"`
	MaxOOV     int     `key:"max_oov" range:"[0,)" help:"words outside the vocabulary that a document can copy"`

	Beam      int     `key:"beam" range:"[0,)" help:"with models of catseq and one2one: beginnings that a search follows at a time; 0: 1 (greedy) with catseq, 50 with one2one, for which the literature has 200"`
	BeamDepth int     `key:"beam_depth" range:"[0,2999]" help:"most tokens that it writes, end token included; 0: phrase_len of the model"`
	BeamNorm  float64 `key:"beam_norm" range:"[0,10]" help:"it goes by log p / n^beam_norm, p the probability and n the number of tokens: 0 as in the literature, 1 the mean"`

	Precision string `key:"precision" choices:"float32,int8" help:"float32, or int8: faster, about the same phrases"`
	Shortlist int    `key:"shortlist" range:"[0,)" help:"let slots write only words of the document and so many words of the vocabulary, the most frequent ones: faster, nearly the same phrases; 0: all"`

	BatchSize   int `key:"batch_size,free" range:"[1,)" help:"most documents that a thread decodes together"`
	BatchTokens int `key:"batch_tokens,free" range:"[1,)" help:"most source tokens that a thread decodes together"`
	Window      int `key:"window,free" range:"[1,)" help:"documents read ahead and sorted by length"`
}

// defaultLabelling is that of every mode.
func defaultLabelling() labelSettings {
	return labelSettings{MaxOOV: phrase.MaxOOV, Precision: float32Precision, BatchSize: 16, BatchTokens: 4000, Window: 1024}
}

func defaults() Config {
	return Config{Settings: corpus.DefaultSettings(), labelSettings: defaultLabelling(), PartDocuments: 10000}
}

// Precisions of the network's weights.
const (
	float32Precision = "float32"
	int8Precision    = "int8"
)

// Formats of --export.
const (
	jsonExport = "jsonl"
	csvExport  = "csv"
	textExport = "txt"
)

// over are the settings of a run over a stream.
func (c StreamConfig) over() Config {
	all := defaults()
	all.Format, all.Columns, all.labelSettings = string(corpus.Arrow), c.Columns, c.labelSettings
	return all
}

// check refuses settings that do not go together.
func (c Config) check() error {
	var errs []error
	if err := c.Settings.Check(); err != nil {
		errs = append(errs, err)
	}
	if _, err := c.mode(); err != nil {
		errs = append(errs, err)
	}
	for i, e := range c.Export {
		if slices.Contains(c.Export[:i], e) {
			errs = append(errs, fmt.Errorf("export %s is given twice", e))
		}
	}
	if c.ExportText && !slices.Contains(c.Export, jsonExport) {
		errs = append(errs, fmt.Errorf("export_text goes with --export %s: the others have no place for a text", jsonExport))
	}
	if c.SpreadsheetSafe && !slices.Contains(c.Export, csvExport) {
		errs = append(errs, fmt.Errorf("spreadsheet_safe goes with --export %s: no spreadsheet opens the others", csvExport))
	}
	return errors.Join(errs...)
}

// mode is how phrases are chosen; Rule is "" where that is left to the model. What the authors' code does is what slots say.
func (c labelSettings) mode() (choose.Mode, error) {
	switch {
	case c.Released && c.Choose == "":
		return choose.Mode{Rule: choose.Slots}, nil
	case c.Choose == "":
		return choose.Mode{}, nil
	}
	m, err := choose.ParseMode(c.Choose)
	if err == nil && c.Released && m.Rule != choose.Slots {
		err = fmt.Errorf("choose is %s, released goes with slots only: the authors' code does not choose", m)
	}
	return m, err
}
