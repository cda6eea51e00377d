package main

import (
	"errors"
	"fmt"
	"slices"

	"wrone2set/stages/data/corpus"
	"wrone2set/stages/model/answer"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/slots"
)

// Config is every setting of a run. Settings marked free change time and memory
// only, never a row.
type Config struct {
	corpus.Settings

	Limit int64 `key:"limit" help:"label the first so many documents only; 0: all"`
	// PartDocuments decides what is in which file.
	PartDocuments int64 `key:"part_documents" help:"documents a part, each of which has files of its own and is finished on its own; 0: all in one"`

	Choose     string   `key:"choose" help:"f1 (per document the present phrases with the best expected F1, and the absent ones with theirs), f1-all (those of both together), top=5, each with a least probability as in top=5,probability=0.1; precision=0.6, probability=0.3, or slots (as in the paper); default: f1, or slots where the model has no choice.json"`
	MinScore   float64  `key:"min_score" help:"leave out phrases with a lower score, 0 to 1"`
	MaxPhrases int      `key:"max_phrases" help:"most phrases a document, duplicates not counted; 0: all"`
	Slots      bool     `key:"slots" help:"also write what every slot said, with and without ∅"`
	Export     []string `key:"export" choices:"jsonl,csv,txt,arrow" help:"also write the predictions as jsonl, csv or txt, or several of them: jsonl,csv; or answer an Arrow stream: arrow"`
	ExportText bool     `key:"export_text" help:"put title and text of the documents into the jsonl export"`
	// SpreadsheetSafe is off because programs read the export, too, and find another text in it.
	SpreadsheetSafe bool `key:"spreadsheet_safe" help:"put ' in front of cells of the csv export that a spreadsheet would run as a formula, as =1+1"`
	Released        bool `key:"released" help:"mark no duplicates, and <unk> for all unknown words once max_oov is reached"`
	MaxOOV          int  `key:"max_oov" help:"words outside the vocabulary that a document can copy"`

	Beam      int     `key:"beam" help:"with models of catseq and one2one: beginnings that a search follows at a time; 0: 1 (greedy) with catseq, 50 with one2one, for which the literature has 200"`
	BeamDepth int     `key:"beam_depth" help:"most tokens that it writes, end token included; 0: phrase_len of the model"`
	BeamNorm  float64 `key:"beam_norm" help:"it goes by log p / n^beam_norm, p the probability and n the number of tokens: 0 as in the literature, 1 the mean"`

	Precision string `key:"precision" choices:"float32,int8" help:"float32, or int8: faster, about the same phrases"`
	Shortlist int    `key:"shortlist" help:"let slots write only words of the document and so many words of the vocabulary, the most frequent ones: faster, nearly the same phrases; 0: all"`

	BatchSize   int `key:"batch_size,free" help:"most documents that a thread decodes together"`
	BatchTokens int `key:"batch_tokens,free" help:"most source tokens that a thread decodes together"`
	Window      int `key:"window,free" help:"documents read ahead and sorted by length"`
}

func defaults() Config {
	return Config{Settings: corpus.DefaultSettings(), PartDocuments: 10000, MaxOOV: answer.MaxOOV, Precision: float32Precision, BatchSize: 16, BatchTokens: 4000, Window: 1024}
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

	arrowExport = "arrow"
)

// check refuses values out of range.
func (c Config) check() error {
	var errs []error
	least := func(name string, v, min int64) {
		if v < min {
			errs = append(errs, fmt.Errorf("%s is %d, at least %d is needed", name, v, min))
		}
	}
	if err := c.Settings.Check(); err != nil {
		errs = append(errs, err)
	}
	least("limit", c.Limit, 0)
	least("part_documents", c.PartDocuments, 0)
	least("max_phrases", int64(c.MaxPhrases), 0)
	least("max_oov", int64(c.MaxOOV), 0)
	least("shortlist", int64(c.Shortlist), 0)
	least("beam", int64(c.Beam), 0)
	least("beam_depth", int64(c.BeamDepth), 0)
	if c.BeamDepth > slots.MaxSource {
		errs = append(errs, fmt.Errorf("beam_depth is %d, at most %d is possible", c.BeamDepth, slots.MaxSource))
	}
	if !(c.BeamNorm >= 0 && c.BeamNorm <= 10) {
		errs = append(errs, fmt.Errorf("beam_norm is %v, it must lie in [0, 10]", c.BeamNorm))
	}
	least("batch_size", int64(c.BatchSize), 1)
	least("batch_tokens", int64(c.BatchTokens), 1)
	least("window", int64(c.Window), 1)
	if !(c.MinScore >= 0 && c.MinScore <= 1) {
		errs = append(errs, fmt.Errorf("min_score is %v, it must lie in [0, 1]", c.MinScore))
	}
	if _, err := c.mode(); err != nil {
		errs = append(errs, err)
	}
	if c.Precision != float32Precision && c.Precision != int8Precision {
		errs = append(errs, fmt.Errorf("precision %q: want %s or %s", c.Precision, float32Precision, int8Precision))
	}
	for i, e := range c.Export {
		if e != jsonExport && e != csvExport && e != textExport && e != arrowExport {
			errs = append(errs, fmt.Errorf("export %q: want %s, %s, %s or %s", e, jsonExport, csvExport, textExport, arrowExport))
		}
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
func (c Config) mode() (choose.Mode, error) {
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
