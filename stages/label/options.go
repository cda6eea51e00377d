package label

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Options determine the phrases of a document, and the speed. Start from DefaultOptions. Options marked free change only time
// and memory, never a phrase. Programs embed Options as settings.
type Options struct {
	Choose     string  `key:"choose" help:"f1, f1-all, top=5 (of each kind, present and absent), total=6 (of both), precision=0.6, probability=0.3 or slots; default: f1, or slots without choice.json"`
	MinScore   float64 `key:"min_score" range:"[0,1]" help:"drop phrases with a lower score"`
	MaxPhrases int     `key:"max_phrases" range:"[0,)" help:"maximum number of phrases per document; 0: all"`
	Expect     float64 `key:"expect" range:"[0,1000]" help:"mean number of keyphrases that annotators give a document here, to adjust probabilities; 0: off"`
	Distinct   bool    `key:"distinct" help:"leave out phrases inside better ones"`
	Released   bool    `key:"released" help:"mark no duplicates, as the authors' code"`
	MaxOOV     int     `key:"max_oov" range:"[0,)" help:"maximum number of unknown words that can be copied from a document"`

	Network  string `key:"network" choices:"auto,on,off" help:"on: label with the network; off: extract phrases from the text; auto: off for other languages, with the built-in model"`
	Speed    string `key:"speed" choices:"fast,normal,best" help:"fast: without the network, by choice-fast.json: several times as fast, fewer right phrases; normal: as the model folder is; best: by choice-best.json and a tagger in place of the network: slower, more right phrases"`
	Language string `key:"language" help:"language of all documents, such as de; auto: detect it for each"`

	Beam      int     `key:"beam" range:"[0,)" help:"beam width; 0: greedy for catseq, 50 for one2one"`
	BeamDepth int     `key:"beam_depth" range:"[0,2999]" help:"maximum number of tokens of a hypothesis; 0: phrase_len"`
	BeamNorm  float64 `key:"beam_norm" range:"[0,10]" help:"length normalisation: rank a hypothesis of n tokens by log p / n^beam_norm"`

	Precision string `key:"precision" choices:"float32,int8" help:"float32, or int8 (faster)"`
	Shortlist int    `key:"shortlist" range:"[-1,)" help:"words of the vocabulary, the most frequent ones, that can be written, besides those of the document; 0: all; -1: as choice.json says, and all with --choose slots"`

	BatchSize   int `key:"batch_size,free" range:"[1,)" help:"maximum number of documents that a thread decodes at once"`
	BatchTokens int `key:"batch_tokens,free" range:"[1,)" help:"maximum number of source tokens that a thread decodes at once"`
	Window      int `key:"window,free" range:"[1,)" help:"documents read ahead and sorted by length"`

	Lists   *Lists `key:"-"` // which phrases are given; nil: any
	Threads int    `key:"-"` // threads that decode; 0: runtime.GOMAXPROCS
	Slots   bool   `key:"-"` // also return the output of each slot, see Item
	Why     bool   `key:"-"` // also return why phrases were chosen, see Item
}

// DefaultOptions returns the defaults of infer: float32 weights, and the phrases that the model chooses.
func DefaultOptions() Options {
	return Options{MaxOOV: phrase.MaxOOV, Network: Auto, Speed: Normal, Language: Auto, Precision: Float32, Shortlist: ofChoice, BatchSize: 16, BatchTokens: 4000, Window: 1024}
}

// ofChoice is the Shortlist that the choice was fitted with.
const ofChoice = -1

// Values of Precision.
const (
	Float32 = "float32"
	Int8    = "int8"
)

// Check refuses options that are out of range or contradict each other.
func (o Options) Check() error {
	fields, err := config.Fields(&o)
	if err != nil {
		return err
	}
	err = config.Check(fields)
	if o.Threads < 0 {
		err = errors.Join(err, fmt.Errorf("threads is %d, want 0 or more", o.Threads))
	}
	if _, chosen := o.rule(); err == nil {
		err = errors.Join(chosen, o.checkLanguage(), o.checkSpeed())
	}
	if err != nil {
		return &fault.UsageError{Err: err}
	}
	return nil
}

// Values of Speed. Fast and Best label without the network.
const (
	Fast   = "fast"
	Normal = "normal"
	Best   = "best"
)

// checkSpeed refuses what asks for the network where a speed leaves it out.
func (o Options) checkSpeed() error {
	rule, _ := o.rule()
	switch {
	case o.Speed == Normal:
		return nil
	case o.Network != Auto:
		return fmt.Errorf("speed is %s, which leaves the network out by itself, and network is %s: leave one of them out", o.Speed, o.Network)
	case rule.Name == rank.Slots || o.Slots:
		return fmt.Errorf("speed is %[1]s, which does not ask the slots of the network: leave out --choose slots, --released and --slots, or --speed %[1]s", o.Speed)
	}
	return nil
}

// rule returns the rule of Choose; its name is "" if the model decides. With Released it is slots, as in the authors' code.
func (o Options) rule() (rank.Rule, error) {
	switch {
	case o.Released && o.Choose == "":
		return rank.Rule{Name: rank.Slots}, nil
	case o.Choose == "":
		return rank.Rule{}, nil
	}
	m, err := rank.ParseRule(o.Choose)
	if err == nil && o.Released && m.Name != rank.Slots {
		err = fmt.Errorf("choose is %s, but released needs slots: the authors' code does not choose", m)
	}
	return m, err
}

// threads returns the number of threads that decode.
func (o Options) threads() int {
	if o.Threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}
