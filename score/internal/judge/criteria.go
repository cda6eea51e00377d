package judge

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/wording"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Criteria are the settings that predictions are judged by. The rules have the defaults of the
// authors' run.
type Criteria struct {
	corpus.Settings // of the documents, where they are a raw corpus

	Name     string `key:"name" help:"first part of metric names; none: from the file name"`
	Released bool   `key:"released" help:"score exactly as the authors' evaluation script does"`

	Language string `key:"language" help:"language of the documents, for tokenisation and stemming: auto (of each raw document), en (as in the paper) or another tag such as de"`

	Distinguish string `key:"distinguish" choices:"none,signs" help:"none: by words alone, as in the paper; signs: phrases with other digits or marks differ (COVID-19, COVID-21; C, C++)"`

	Ks        []string `key:"ks" help:"cuts: numbers, M, O or G; none: 5,10,M,O,G, in score compare 5,M,O, with --released 5,M"`
	AllKs     []string `key:"all_ks" help:"cuts for all phrases, in place of ks"`
	PresentKs []string `key:"present_ks" help:"cuts for present phrases, in place of ks"`
	AbsentKs  []string `key:"absent_ks" help:"cuts for absent phrases, in place of ks"`

	match.Rules

	Bins int `key:"bins" range:"[1,100]" help:"number of bins of the reliability diagram and the ECE"`
	metric.Sampling
}

// Defaults returns the settings of the authors' run.
func Defaults() Criteria {
	return Criteria{Settings: corpus.GoldSettings(), Language: wording.Auto, Distinguish: "none", Rules: match.Rules{NumPreds: 200, ValidFilter: true}, Bins: calibration.Bins, Sampling: metric.DefaultSampling()}
}

// signs is the value of Distinguish by which digits and marks count.
const signs = "signs"

var (
	plainName   = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	languageTag = regexp.MustCompile(`^[a-z]{2,3}$`)
)

// Check refuses settings that are out of range or that the authors' script refuses.
func (c Criteria) Check() error {
	if _, err := c.cuts(nil); err != nil {
		return err
	}
	if err := c.Settings.Check(false); err != nil {
		return err
	}
	switch other := c.Language != wording.Auto; {
	case c.NumPreds > metric.MaxK:
		return fmt.Errorf("num_preds is %d, want 0 to %d", c.NumPreds, metric.MaxK)
	case c.MengPrecision && !c.Released:
		return errors.New("meng_precision needs released; without it, the convention macro_unpadded has that precision")
	case other && !languageTag.MatchString(c.Language):
		return fmt.Errorf("language is %q, want auto or a tag of two or three small letters, as in de", c.Language)
	case other && c.Language != language.English && c.Released:
		return errors.New("released supports only English: remove language")
	case c.Distinguish == signs && c.Released:
		return errors.New("released compares phrases by their words alone: leave out distinguish")
	case c.Name != "" && !plainName.MatchString(c.Name):
		return fmt.Errorf("name %q: want letters, digits, dots, dashes and underscores", c.Name)
	}
	return nil
}

// language returns the language by which documents are cut. The authors' script knows English alone.
func (c Criteria) language() string {
	if c.Released {
		return language.English
	}
	return c.Language
}

// raw reports whether documents and phrases are cut by the rules of one language other than English.
func (c Criteria) raw() bool { l := c.language(); return l != language.English && l != wording.Auto }

// cuts returns the cuts of each kind, by metric.Kind. usual are the cuts of a kind without any, unless Released is set.
func (c Criteria) cuts(usual []string) (cuts [len(metric.Kinds)][]metric.K, err error) {
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

// maxCuts is the largest number of cuts per kind.
const maxCuts = 20

func (c Criteria) parse(names []string) (ks []metric.K, err error) {
	if len(names) > maxCuts {
		return nil, fmt.Errorf("%d cuts, want at most %d", len(names), maxCuts)
	}
	for _, name := range names {
		k, err := metric.ParseK(name)
		switch {
		case err != nil:
			return nil, err
		case c.Released && k == metric.O:
			return nil, errors.New("the authors' script has no cut O and fails on it; leave out O, or score without released")
		case slices.Contains(ks, k):
			return nil, fmt.Errorf("the cut %s is given twice", k)
		}
		ks = append(ks, k)
	}
	return ks, nil
}
