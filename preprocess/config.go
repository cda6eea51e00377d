package main

import (
	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Config holds the settings; see defaults for their values.
type Config struct {
	corpus.Settings

	VocabSize      int     `key:"vocab_size" range:"[8,1073741824]" help:"size of the vocabulary, special tokens included; --vocab-from MODEL sets it"`
	MaxOOV         int     `key:"max_oov" range:"[0,1048576]" help:"maximum number of unknown words that can be copied from a document"`
	MaxTokens      int     `key:"max_tokens" range:"[1,2999]" help:"maximum number of tokens of a training document; longer ones are filtered"`
	MaxTargets     int     `key:"max_targets" range:"[1,1000]" help:"maximum number of keyphrases of a training document, <peos> included; others are filtered"`
	MaxPhraseWords int     `key:"max_phrase_words" range:"[1,1000]" help:"maximum number of words of a keyphrase in raw training and validation records; longer ones are dropped"`
	Unicode        string  `key:"unicode" choices:"fold,strip" help:"characters outside ASCII: fold (replace by ASCII look-alikes) or strip (delete)"`
	Duplicates     string  `key:"duplicates" choices:"drop,raw,keep" help:"documents of --train that repeat another one, and of --valid that repeat a test document: drop, raw (drop raw records only) or keep"`
	NearDuplicates float64 `key:"near_duplicates" range:"[0,1]" help:"leave out documents of --train and --valid whose words have at least this Jaccard similarity with those of a test document, or for --train of a validation document; 0: compare equal titles and texts only"`
	Reading        string  `key:"reading" choices:"paper,released" help:"treatment of empty records, blank lines and too many unknown words: paper or released"`
	TitleEOS       bool    `key:"title_eos" help:"put <eos> between title and body of an example"`
	ValidShare     float64 `key:"valid_share" range:"[0,1)" help:"share of --train to use for validation, selected by id; 0: none"`
	Shards         int     `key:"shards" range:"[1,99999]" help:"number of files per set"`
	Sample         int64   `key:"sample" range:"[0,1000000000]" help:"number of training documents to make up, with a tenth as many for validation and for test"`
	Seed           uint64  `key:"seed" help:"seed of the made-up documents"`
}

// Values of Reading.
const (
	readPaper    = "paper"
	readReleased = "released"
)

// Values of Duplicates.
const (
	dropDuplicates = "drop"
	dropRaw        = "raw" // the authors of tokenised corpora have already removed duplicates from the training text
	keepDuplicates = "keep"
)

func defaults() Config {
	return Config{
		Settings: corpus.DefaultSettings(), VocabSize: 50002, MaxOOV: 1000, MaxTokens: 400, MaxTargets: 14,
		MaxPhraseWords: text.MaxKeyphrase, Unicode: string(text.Fold), Duplicates: dropDuplicates, NearDuplicates: .7,
		Reading: readPaper, Shards: 1, Seed: 1,
	}
}

// presets have the names of the sizes of train, so that one --preset fits both, and the authors' release.
func presets() []stages.Preset[Config] {
	return []stages.Preset[Config]{
		{Name: "paper", Size: true, Doc: "vocabulary of the paper: 50,002", Apply: func(c *Config) { c.VocabSize = 50002 }},
		{Name: "small", Size: true, Doc: "vocabulary of 20,000", Apply: func(c *Config) { c.VocabSize = 20000 }},
		{Name: "best", Size: true, Doc: "vocabulary of 20,000", Apply: func(c *Config) { c.VocabSize = 20000 }},
		{Name: "mini", Size: true, Doc: "vocabulary of 20,000", Apply: func(c *Config) { c.VocabSize = 20000 }},
		{Name: "tiny", Size: true, Doc: "vocabulary of 4,000", Apply: func(c *Config) { c.VocabSize = 4000 }},
		{Name: "released", Size: true, Doc: "the settings of the authors' released code and data", Apply: func(c *Config) {
			c.VocabSize, c.Unicode, c.Duplicates, c.Reading = 50000, string(text.Strip), dropRaw, readReleased
		}},
	}
}

func (c Config) check() error { return c.Settings.Check(false) }

// released reports whether to follow the authors' code where it departs from what a reader of the paper expects.
func (c Config) released() bool { return c.Reading == readReleased }

// rules returns the settings that concern a single record.
func (c Config) rules() rule.Settings {
	return rule.Settings{
		Released: c.released(), Unicode: text.Unicode(c.Unicode), MaxTokens: c.MaxTokens,
		MaxTargets: c.MaxTargets, MaxPhraseWords: c.MaxPhraseWords, TitleEOS: c.TitleEOS,
		Parted: c.ValidShare > 0,
	}
}

// encoding returns how words get ids.
func (c Config) encoding() text.Encoding {
	return text.Encoding{MaxOOV: c.MaxOOV, Released: c.released()}
}

// held reports whether a training document is for validation. That depends on its id alone, not on its place, on other
// documents or on how the corpus is cut.
func (c Config) held(id string) bool {
	return c.ValidShare > 0 && random.Uniform(random.Named(0, 0, id), 0) < c.ValidShare
}
