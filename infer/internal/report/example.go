package report

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/page"
)

// example is a document as the page shows it.
type example struct {
	ID      string
	Title   []span // nil without the corpus
	Text    []span
	Notes   []string
	Mean    string // of its probabilities; "" without
	Present []shownLabel
	Absent  []shownLabel
}

// shownLabel is a phrase or a concept of an example.
type shownLabel struct {
	Text, URI string
	Score     string // "" if scores are no probabilities
	Class     string
	Why       string   // what is known of it, "" for nothing
	Effects   string   // the strongest evidence, "" if that is not known
	Similar   []string // labelled documents that suggest an absent one
}

// Limits of what the page shows of a document, in letters, and in labels of a kind.
const (
	mostID     = 120
	mostLabel  = 160
	mostLabels = 30
)

// example returns a document as the page shows it.
func (p *Page) example(d *survey.Document) example {
	e := example{ID: page.Cut(d.ID, mostID), Notes: notes(d)}
	if d.Record != nil {
		e.Title, e.Text = titled(d.Record, d.Labels), marked(export.OriginalIn(d.Record).Text, schemas.BodyField, d.Labels, mostText)
	}
	for i := range d.Labels {
		l := &d.Labels[i]
		to := &e.Present
		if !l.Present {
			to = &e.Absent
		}
		if len(*to) < mostLabels {
			*to = append(*to, p.label(l))
		}
	}
	if p.Likely && len(d.Labels) > 0 {
		e.Mean = probability(d.Mean())
	}
	return e
}

// label returns a label with the reasons for it.
func (p *Page) label(l *survey.Label) shownLabel {
	out := shownLabel{Text: shown(l.Text), URI: shown(l.URI), Class: class(l.Score)}
	if p.Likely {
		out.Score = probability(float64(l.Score))
	}
	if p.Concepts {
		out.Why = evidence(l)
		return out
	}
	if r := l.Reason; r != nil {
		out.Why, out.Effects = strings.Join(facts(l, r), "; "), strings.Join(effects(r), "; ")
		if !l.Present {
			out.Similar = similar(r)
		}
	}
	return out
}

// evidence is the evidence for a concept.
func evidence(l *survey.Label) string {
	var all []string
	if l.Notation != "" {
		all = append(all, "notation "+shown(l.Notation))
	}
	if l.Present {
		field := "text"
		if l.Field == schemas.TitleField {
			field = "title"
		}
		all = append(all, fmt.Sprintf("the %s has “%s”", field, shown(l.Surface)))
	}
	if l.Similar != "" {
		all = append(all, "most similar indexed document that has it: "+page.Cut(l.Similar, mostID))
	}
	return strings.Join(all, "; ")
}

// notes say what is special about a document.
func notes(d *survey.Document) (all []string) {
	if d.Language != "" && d.Language != "und" {
		all = append(all, "language "+page.Cut(d.Language, 20))
	}
	if d.Doubtful != "" {
		all = append(all, "doubtful: "+shown(d.Doubtful))
	}
	if d.Cut {
		all = append(all, "cut: longer than the model reads")
	}
	return all
}
