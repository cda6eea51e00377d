package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/wording"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Config are the settings of score.
type Config struct {
	criteria
	By       string `key:"by" help:"column of a raw corpus whose values group the documents, such as language; none: no groups"`
	Examples int    `key:"examples" range:"[0,100]" help:"number of best documents in the report, and of worst ones"`
}

// CompareConfig are the settings of score compare.
type CompareConfig struct{ criteria }

// TablesConfig are the settings of score tables.
type TablesConfig struct{ sampling }

// sampling are the settings of bootstrap intervals.
type sampling struct {
	Bootstrap int    `key:"bootstrap" range:"[0,100000]" help:"number of bootstrap samples for the intervals; 0: no intervals"`
	Seed      uint64 `key:"seed" help:"seed of the bootstrap"`
}

// criteria are the settings that predictions are judged by. Those from OneWordFilter to NumPreds are the flags of the
// authors' evaluation script, with the defaults of their run.
type criteria struct {
	corpus.Settings // of the documents, where they are a raw corpus

	Name     string `key:"name" help:"first part of metric names; none: from the file name"`
	Released bool   `key:"released" help:"score exactly as the authors' evaluation script does"`

	Language string `key:"language" help:"language of the documents, for tokenisation and stemming: auto (of each raw document), en (as in the paper) or another tag such as de"`

	Distinguish string `key:"distinguish" choices:"none,signs" help:"none: by words alone, as in the paper; signs: phrases with other digits or marks differ (COVID-19, COVID-21; C, C++)"`

	Ks        []string `key:"ks" help:"cuts: numbers, M, O or G; none: 5,10,M,O,G, in score compare 5,M,O, with --released 5,M"`
	AllKs     []string `key:"all_ks" help:"cuts for all phrases, in place of ks"`
	PresentKs []string `key:"present_ks" help:"cuts for present phrases, in place of ks"`
	AbsentKs  []string `key:"absent_ks" help:"cuts for absent phrases, in place of ks"`

	OneWordFilter bool `key:"one_word_filter" help:"keep only the first one-word prediction"`
	KeepUnk       bool `key:"keep_unk" help:"keep predictions that contain <unk>"`
	ValidFilter   bool `key:"valid_filter" help:"drop predictions with a comma, full stop or <unk>"`
	MengPrecision bool `key:"meng_precision" help:"with --released: P@k divides by min(k, predictions)"`
	MatchByStr    bool `key:"match_by_str" help:"a phrase is present if it is a substring of the text, even inside words"`
	NumPreds      int  `key:"num_preds" range:"[0,)" help:"number of predictions that count per document; 0: all"`

	Bins int `key:"bins" range:"[1,100]" help:"number of bins of the reliability diagram and the ECE"`
	sampling
}

// defaultSampling returns the settings of the bootstrap in every mode.
func defaultSampling() sampling { return sampling{Bootstrap: 1000, Seed: 27} }

// defaultCriteria returns the settings of the authors' run.
func defaultCriteria() criteria {
	return criteria{Settings: corpus.GoldSettings(), Language: wording.Auto, Distinguish: "none", NumPreds: 200, ValidFilter: true, Bins: calibration.Bins, sampling: defaultSampling()}
}

// maxCuts is the largest number of cuts per kind.
const maxCuts = 20

// check refuses settings that are out of range or that the authors' script refuses.
func (c criteria) check() error {
	if _, err := c.cuts(nil); err != nil {
		return err
	}
	if err := c.Settings.Check(false); err != nil {
		return err
	}
	if c.NumPreds > metric.MaxK {
		return fmt.Errorf("num_preds is %d, want 0 to %d", c.NumPreds, metric.MaxK)
	}
	if c.MengPrecision && !c.Released {
		return errors.New("meng_precision needs released; without it, the convention macro_unpadded has that precision")
	}
	if l := c.Language; l != wording.Auto && (len(l) < 2 || len(l) > 3 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz") != "") {
		return fmt.Errorf("language is %q, want auto or a tag of two or three small letters, as in de", l)
	}
	if c.Language != wording.Auto && c.Language != language.English && c.Released {
		return errors.New("released supports only English: remove language")
	}
	if c.Distinguish == signs && c.Released {
		return errors.New("released compares phrases by their words alone: leave out distinguish")
	}
	if c.Name != "" && !plainName(c.Name) {
		return fmt.Errorf("name %q: want letters, digits, dots, dashes and underscores", c.Name)
	}
	return nil
}

// signs is the value of distinguish by which digits and marks count.
const signs = "signs"

// language returns the language by which documents are cut. The authors' script knows English alone.
func (c criteria) language() string {
	if c.Released {
		return language.English
	}
	return c.Language
}

// raw reports whether documents and phrases are cut by the rules of one language other than English.
func (c criteria) raw() bool { l := c.language(); return l != language.English && l != wording.Auto }

// cuts returns the cuts of each kind, by metric.Kind. usual are the cuts of a kind without any, unless Released is set.
func (c criteria) cuts(usual []string) (cuts [len(metric.Kinds)][]metric.K, err error) {
	for kind, own := range map[metric.Kind][]string{metric.Present: c.PresentKs, metric.Absent: c.AbsentKs, metric.All: c.AllKs} {
		switch {
		case len(own) > 0:
		case len(c.Ks) > 0:
			own = c.Ks
		case c.Released:
			own = []string{"5", "M"}
		default:
			own = usual
		}
		if cuts[kind], err = c.parse(own); err != nil {
			return cuts, err
		}
	}
	return cuts, nil
}

func (c criteria) parse(names []string) ([]metric.K, error) {
	if len(names) > maxCuts {
		return nil, fmt.Errorf("%d cuts, want at most %d", len(names), maxCuts)
	}
	var ks []metric.K
	for _, name := range names {
		k, err := metric.ParseK(name)
		if err != nil {
			return nil, err
		}
		if c.Released && k == metric.O {
			return nil, errors.New("the authors' script has no cut O and fails on it; leave out O, or score without released")
		}
		for _, other := range ks {
			if other == k {
				return nil, fmt.Errorf("the cut %s is given twice", k)
			}
		}
		ks = append(ks, k)
	}
	return ks, nil
}

// rules returns the settings that decide which predictions count.
func (c criteria) rules() match.Rules {
	return match.Rules{
		Limit:           c.NumPreds,
		DropPunctuation: c.ValidFilter,
		DropUnk:         !c.KeepUnk,
		OneWord:         c.OneWordFilter,
		Substring:       c.MatchByStr,
		Underscore:      c.Released,
		Marked:          !c.Released,
	}
}

func plainName(s string) bool {
	for _, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && r != '_' && r != '-' && r != '.' {
			return false
		}
	}
	return s != ""
}
