package main

import (
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// Config has the settings of a run over files. Settings marked free change only time and memory, never a row.
type Config struct {
	corpus.Settings
	labelSettings

	Limit int64 `key:"limit" range:"[0,)" help:"label only the first n documents; 0: all"`
	// PartDocuments determines the content of each file.
	PartDocuments int64 `key:"part_documents" range:"[0,)" help:"documents per part; 0: one part"`
	Slots         bool  `key:"slots" help:"also write the output of every slot"`
	exportSettings
}

// StreamConfig has the settings of infer stream.
type StreamConfig struct {
	Columns []string `key:"columns" help:"columns of the parts: id=paper_id,title=name,text=summary"`
	labelSettings
}

// labelSettings determine the phrases of a document, and the speed.
type labelSettings struct {
	Choose     string  `key:"choose" help:"f1, f1-all, top=5, precision=0.6, probability=0.3 or slots; default: f1, or slots for a model without choice.json"`
	MinScore   float64 `key:"min_score" range:"[0,1]" help:"drop phrases with a lower score"`
	MaxPhrases int     `key:"max_phrases" range:"[0,)" help:"most phrases per document; 0: all"`
	Released   bool    `key:"released" help:"mark no duplicates, as the authors' code"`
	MaxOOV     int     `key:"max_oov" range:"[0,)" help:"most unknown words that a document can copy"`

	Beam      int     `key:"beam" range:"[0,)" help:"beam width; 0: greedy for catseq, 50 for one2one"`
	BeamDepth int     `key:"beam_depth" range:"[0,2999]" help:"most tokens of a hypothesis; 0: phrase_len"`
	BeamNorm  float64 `key:"beam_norm" range:"[0,10]" help:"rank n tokens by log p / n^beam_norm"`

	Precision string `key:"precision" choices:"float32,int8" help:"float32, or int8 (faster)"`
	Shortlist int    `key:"shortlist" range:"[0,)" help:"output words besides those of the document; 0: all"`

	BatchSize   int `key:"batch_size,free" range:"[1,)" help:"most documents that a thread decodes at once"`
	BatchTokens int `key:"batch_tokens,free" range:"[1,)" help:"most source tokens that a thread decodes at once"`
	Window      int `key:"window,free" range:"[1,)" help:"documents read ahead and sorted by length"`
}

// defaultLabelling has the defaults of every mode.
func defaultLabelling() labelSettings {
	return labelSettings{MaxOOV: phrase.MaxOOV, Precision: float32Precision, BatchSize: 16, BatchTokens: 4000, Window: 1024}
}

func defaults() Config {
	return Config{Settings: corpus.DefaultSettings(), labelSettings: defaultLabelling(), PartDocuments: 10000, exportSettings: defaultExports()}
}

// Precisions of the network's weights.
const (
	float32Precision = "float32"
	int8Precision    = "int8"
)

// over returns the settings of a run over a stream.
func (c StreamConfig) over() Config {
	all := defaults()
	all.Format, all.Columns, all.labelSettings = string(corpus.Arrow), c.Columns, c.labelSettings
	return all
}

// check refuses settings that contradict each other.
func (c Config) check() error {
	var errs []error
	if err := c.Settings.Check(); err != nil {
		errs = append(errs, err)
	}
	if _, err := c.mode(); err != nil {
		errs = append(errs, err)
	}
	if err := c.checkExports(); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// mode returns the rule of the choice; Rule is "" if the model decides. The authors' code keeps what slots write.
func (c labelSettings) mode() (choose.Mode, error) {
	switch {
	case c.Released && c.Choose == "":
		return choose.Mode{Rule: choose.Slots}, nil
	case c.Choose == "":
		return choose.Mode{}, nil
	}
	m, err := choose.ParseMode(c.Choose)
	if err == nil && c.Released && m.Rule != choose.Slots {
		err = fmt.Errorf("choose is %s, but released needs slots: the authors' code does not choose", m)
	}
	return m, err
}
