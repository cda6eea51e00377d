package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/label"
)

// tryFile is the text that infer try prints.
const tryFile = "try.txt"

// counting is the time that counting the documents may take.
const counting = 2 * time.Second

// TryConfig has the settings of infer try.
type TryConfig struct {
	corpus.Settings
	label.Options
	readSettings
	Limit int64 `key:"limit" range:"[1,1000]" help:"label the first N documents"`
}

// over returns the settings of a run.
func (c TryConfig) over() Config {
	all := defaults()
	all.Settings, all.Options, all.readSettings, all.Limit = c.Settings, c.Options, c.readSettings, c.Limit
	return all
}

// trying is the mode that people use first.
func trying() stages.Stage[TryConfig] {
	return stages.Stage[TryConfig]{
		Name:    "infer try",
		Version: version,
		Flag:    true,
		Doc: `Labels the first documents and prints them, to look at.

Example: infer --try --documents papers.csv

It says which columns are read and which are not, prints title and phrases of each document, each phrase with its probability and
absent ones behind +, what of the text is not read, and how long all documents take on this machine. It writes no file.

` + corpus.Doc,
		Inputs: []stages.Input{
			modelInput(),
			documentsInput(true, "documents to label, as for infer"),
			likeInput(),
		},
		Outputs: []stages.Output{{Name: tryFile, Doc: "the documents and their phrases, for people", Schema: "text", Stream: true}},
		Usual:   []string{"limit", "choose", "absent", "max_phrases", "distinct", "precision", "format", "columns"},
		Config:  TryConfig{Settings: corpus.DefaultSettings(), Options: label.DefaultOptions(), readSettings: defaultReading(), Limit: 20},
		Check:   func(c TryConfig) error { return c.over().check() },
		Layout:  stages.Answer,
		Run: func(ctx context.Context, t *stages.Task, c TryConfig) error {
			return ready(ctx, t, c.over(), func(l *labelling) error { return l.try(ctx, t) })
		},
	}
}

// try labels the first documents and prints them.
func (l *labelling) try(ctx context.Context, t *stages.Task) error {
	if err := l.prepare(); err != nil {
		return err
	}
	reading := l.config.reading(t)
	var rows []outcome
	in, read := &corpus.Batches{Set: corpus.Of(t.Input("documents"), reading), Limit: l.config.Limit}, l.reader()
	defer in.Close()
	err := each(in, func(b *corpus.Batch) (bool, error) {
		some, err := read(b)
		rows = append(rows, some...)
		return true, err
	})
	if err != nil {
		return err
	}
	t.Read(int64(len(rows)))
	if _, err := l.answer(ctx, rows[:min(1, len(rows))], func(int) {}); err != nil { // prepares the network, which takes time
		return err
	}
	begin := time.Now()
	answers, err := l.answer(ctx, rows, func(int) {})
	if err != nil {
		return err
	}
	took := time.Since(begin)
	f, err := t.Create(tryFile)
	if err != nil {
		return err
	}
	defer f.Abort()
	labelled := display(f, rows, answers)
	reading.Say, reading.Warn = nil, nil
	if err := forecast(f, corpus.Of(t.Input("documents"), reading), labelled, took); err != nil {
		return err
	}
	return f.Close()
}

// display prints documents with their phrases. It returns the number of documents that are not rejected.
func display(to io.Writer, rows []outcome, answers []schemas.Answer) (labelled int) {
	w := &strings.Builder{}
	defer func() { io.WriteString(to, strings.Map(shown, w.String())) }() // a failed write fails again when the file is closed
	for i := range rows {
		r, a := &rows[i], &answers[i]
		if r.Reject != nil {
			fmt.Fprintf(w, "%s, row %d: not labelled: %v\n\n", r.File, r.Row, r.Reject)
			continue
		}
		labelled++
		fmt.Fprintf(w, "%s  %s\n", r.Document.ID, short(export.OriginalOf(&r.Document)))
		fmt.Fprintf(w, "    %s\n", listed(a))
		for _, note := range remarks(a.Limits, r.Left) {
			fmt.Fprintf(w, "    %s\n", note)
		}
		fmt.Fprintln(w)
	}
	return labelled
}

// shown returns a character that a terminal only prints: texts may have some that command it, or turn the direction of writing.
func shown(r rune) rune {
	if unicode.IsGraphic(r) || strings.ContainsRune("\n\u200c\u200d", r) { // joiners are part of words
		return r
	}
	return unicode.ReplacementChar
}

// short returns the title of a document, or the beginning of its text, on one line and without markup.
func short(g *export.Original) string {
	line := func(given string) string { return strings.Join(strings.Fields(markup.Plain(given)), " ") }
	text := cmp.Or(line(g.Title), line(g.Text))
	if r := []rune(text); len(r) > 90 {
		text = string(r[:90]) + "…"
	}
	return text
}

// listed lists the phrases of a document with their probabilities, absent ones behind a plus.
func listed(a *schemas.Answer) string {
	var parts []string
	for _, p := range a.Phrases {
		mark := ""
		if !p.Present {
			mark = "+ "
		}
		parts = append(parts, fmt.Sprintf("%s%s %.2f", mark, p.Phrase, p.Score))
	}
	return cmp.Or(strings.Join(parts, "; "), "no phrase")
}

// remarks say what is special about a document, of which some text was left out.
func remarks(l schemas.Limits, left []boilerplate.Span) (all []string) {
	reason := l.Doubtful
	if reason == doubt.Language {
		reason += ", " + l.Language
	}
	if reason != "" {
		all = append(all, "doubtful: "+reason)
	}
	if l.Truncated {
		all = append(all, "cut: the document is longer than the model reads")
	}
	var kinds []string
	for _, kind := range (boilerplate.Tally{}).Add(left).Kinds() {
		kinds = append(kinds, string(kind))
	}
	if len(kinds) > 0 {
		all = append(all, "not read: "+strings.Join(kinds, ", "))
	}
	return all
}

// forecast prints how many documents there are, and how long they take after some of them took a time.
func forecast(w io.Writer, set corpus.Set, labelled int, took time.Duration) error {
	rate := float64(labelled) / took.Seconds()
	all, exact, err := count(set)
	switch {
	case err != nil:
		return err
	case labelled == 0:
		_, err = fmt.Fprintln(w, "no document was labelled")
	case all == 0:
		_, err = fmt.Fprintf(w, "%d documents of a pipe, about %.0f a second on this machine\n", labelled, rate)
	case exact:
		_, err = fmt.Fprintf(w, "%d of %d documents; all take about %s on this machine, at %.0f a second\n", labelled, all, lasting(float64(all)/rate), rate)
	default:
		_, err = fmt.Fprintf(w, "%d of more than %d documents; all take more than %s on this machine, at %.0f a second\n", labelled, all, lasting(float64(all)/rate), rate)
	}
	return err
}

// count counts the rows of a set, 0 for a pipe. exact is false if counting took too long, and all are the rows up to there.
func count(set corpus.Set) (all int64, exact bool, err error) {
	if slices.ContainsFunc(set, func(m corpus.Member) bool { return m.Once }) {
		return 0, false, nil
	}
	exact = true
	in, end := &corpus.Batches{Set: set}, time.Now().Add(counting)
	defer in.Close()
	err = each(in, func(b *corpus.Batch) (bool, error) {
		all += int64(b.Len())
		exact = time.Now().Before(end)
		return exact, nil
	})
	return all, exact, err
}

// lasting writes seconds as a person says them.
func lasting(seconds float64) string {
	switch {
	case seconds < 1:
		return "a second"
	case seconds < 100:
		return fmt.Sprintf("%.0f seconds", seconds)
	case seconds < 6000:
		return fmt.Sprintf("%.0f minutes", seconds/60)
	}
	return fmt.Sprintf("%.1f hours", seconds/3600)
}
