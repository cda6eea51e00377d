package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// ConceptsConfig are the settings of infer concepts.
type ConceptsConfig struct {
	corpus.Settings
	Choose          string   `key:"choose" help:"f1, top=5, precision=0.6 (this share of all is right), probability=0.3 or top=5,probability=0.1"`
	Language        string   `key:"language" help:"language of all documents, such as en; none: detect it"`
	LabelLanguage   string   `key:"label_language" help:"language of labels without a tag"`
	Unmatched       bool     `key:"unmatched" help:"also give keyphrases that match no concept, as proposals for the vocabulary"`
	Limit           int64    `key:"limit" range:"[0,)" help:"label only the first N documents; 0: all"`
	PartDocuments   int64    `key:"part_documents" range:"[0,)" help:"documents per part; 0: one part"`
	Export          []string `key:"export" choices:"jsonl,csv,csv-wide,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per concept), csv-wide (a line per document), or references with their concepts: bib, ris, nbib, wos, enw, marcxml"`
	SpreadsheetSafe bool     `key:"spreadsheet_safe" help:"put ' before csv cells like =1+1"`
}

// Files of infer concepts.
const (
	assignedFile = "concepts-*.parquet"
	assignedJSON = "concepts.jsonl"
	assignedCSV  = "concepts.csv"
	assignedWide = "concepts-wide.csv"
)

// conceptsMode returns the mode that assigns concepts of a thesaurus.
func conceptsMode() stages.Stage[ConceptsConfig] {
	return stages.Stage[ConceptsConfig]{
		Name:    "infer concepts",
		Version: "6",
		Doc: `Assigns concepts of a thesaurus to documents.

Example: infer concepts --vocabulary stw.ttl.gz --documents papers.csv --export csv --out labels

Example: infer concepts --vocabulary gnd.tsv --concepts concepts --documents - --export jsonl --out - < corpus.jsonl

--vocabulary is SKOS as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label; .gz and .zst too. Each concept comes
with the probability that an indexer would assign it, and with evidence: where its label stands, and the most similar indexed
document that has it. --concepts is a folder that train concepts made of indexed documents. Without it, a choice fitted to library
records of other vocabularies judges labels in the text alone.

With --unmatched each document also has the keyphrases that infer gives it, with the built-in model, and that are no label of the
vocabulary: in the column unmatched, and as lines of concepts.csv without a concept.`,
		Inputs: []stages.Input{
			{Name: "vocabulary", Schema: "skos", Required: true, Copied: true, Doc: "the thesaurus"},
			{Name: "documents", Schema: "corpus", Required: true, Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents to label: a corpus",
				Files: []string{"train-*.parquet", "valid-*.parquet", "test.*.parquet"}},
			{Name: "concepts", Schema: "concepts", Copied: true, Doc: "the folder of train concepts", Files: []string{concept.File, concept.IndexedFile}},
		},
		Outputs: append([]stages.Output{
			{Name: assignedFile, Doc: "one row per document: id and list of concepts", Schema: "assigned"},
			{Name: assignedJSON, Doc: "with --export jsonl: one line per document", Schema: "jsonl", Optional: true, Stream: true},
			{Name: assignedCSV, Doc: "with --export csv: one line per concept", Schema: "csv", Optional: true, Stream: true},
			{Name: assignedWide, Doc: "with --export csv-wide: one line per document", Schema: "csv", Optional: true, Stream: true},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		}, referenceOutputs()...),
		Config: ConceptsConfig{Settings: corpus.DefaultSettings(), Choose: "f1", LabelLanguage: "en", PartDocuments: 10000},
		Usual:  []string{"choose", "unmatched", "export", "language", "label_language", "columns", "limit"},
		Check:  ConceptsConfig.check,
		Layout: stages.Parted,
		Run:    assignConcepts,
	}
}

func (c ConceptsConfig) check() error {
	rule, err := rank.ParseRule(c.Choose)
	if err == nil && (rule.Name == rank.BestF1OfAll || rule.Name == rank.Slots) {
		err = fmt.Errorf("choose is %s: want f1, top=5, precision=0.6, probability=0.3, or one of the first two with a least probability", rule)
	}
	if c.SpreadsheetSafe && !slices.Contains(c.Export, csvExport) && !slices.Contains(c.Export, wideExport) {
		err = errors.Join(err, errors.New("spreadsheet_safe needs --export csv or csv-wide: no spreadsheet opens the other formats"))
	}
	if c.Unmatched {
		err = errors.Join(err, c.labelling().Check())
	}
	return errors.Join(c.Settings.Check(), err)
}

// labelling returns the options for the keyphrases of --unmatched.
func (c ConceptsConfig) labelling() label.Options {
	o := label.DefaultOptions()
	if c.Language != "" {
		o.Language = c.Language
	}
	return o
}

// over returns the settings of reading as a Config.
func (c ConceptsConfig) over() Config {
	all := defaults()
	all.Settings, all.Limit, all.PartDocuments, all.Export = c.Settings, c.Limit, c.PartDocuments, slices.DeleteFunc(slices.Clone(c.Export), func(e string) bool { return e == wideExport })
	return all
}

// assignConcepts labels the documents part by part.
func assignConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	if t.Streams() && len(c.Export) != 1 {
		return &stages.UsageError{Err: errors.New("--out - writes one export and nothing else: give one --export, jsonl, csv or csv-wide")}
	}
	a, err := openAssigner(ctx, t, c)
	if err != nil {
		return err
	}
	return eachPart(ctx, t, c.over(), func(part *stages.Task, in *source, progress *stages.Progress) error {
		return a.part(ctx, part, in, progress)
	})
}

// conceptRow is the result of a row.
type conceptRow struct {
	schemas.Assigned
	place
	crowded bool // labels were left out
	left    []boilerplate.Span
	given   *corpus.Given // the row of its file; nil if no export has it
}

// referenced returns what the reference of the document gets.
func (r conceptRow) referenced() export.Referenced {
	d := export.Referenced{Given: r.given}
	for _, c := range r.Concepts {
		d.Keywords = append(d.Keywords, corpus.Keyword{Text: c.Label, URI: c.Concept})
	}
	for _, p := range r.Unmatched {
		d.Keywords = append(d.Keywords, corpus.Keyword{Text: p.Phrase})
	}
	return d
}

// part labels the documents of a part.
func (a *assigner) part(ctx context.Context, t *stages.Task, from *source, progress *stages.Progress) error {
	in, err := from.part(t)
	if err != nil {
		return err
	}
	if from.parts == nil {
		defer in.Close()
	}
	out, err := assigned.Create(t.Create, a.files(t))
	if err != nil {
		return err
	}
	defer out.Abort()
	var references []*rows.Writer[export.Referenced]
	for _, r := range export.References() {
		if slices.Contains(a.config.Export, r.Name) {
			w, err := rows.Create(t.Create, r.File, r.Write)
			if err != nil {
				return err
			}
			defer w.Abort()
			references = append(references, w)
		}
	}
	t.Note("vocabulary_sha256", a.digest)
	foreign := map[string]int64{}
	concepts, unmatched, crowded := int64(0), int64(0), int64(0)
	left := boilerplate.Tally{}
	err = rows.Map(ctx, t.Threads, in.Next, func() func(*corpus.Batch) ([]conceptRow, error) {
		look, propose := a.reader(ctx), a.phrases.reader(ctx)
		return func(b *corpus.Batch) ([]conceptRow, error) {
			read := look(b)
			return read, propose(b, read)
		}
	}, func(read []conceptRow) error {
		t.Read(int64(len(read)))
		progress.Add(int64(len(read)))
		for _, r := range read {
			if ok, err := in.accept(t, &r.place); err != nil {
				return err
			} else if !ok {
				continue
			}
			r.ID = r.id
			if r.Language != language.Unknown && !slices.Contains(a.languages, r.Language) {
				foreign[r.Language]++
			}
			if r.crowded {
				crowded++
			}
			left.Add(r.left)
			concepts, unmatched = concepts+int64(len(r.Concepts)), unmatched+int64(len(r.Unmatched))
			if err := out.Write(r.Assigned); err != nil {
				return err
			}
			for _, w := range references {
				if err := w.Write(r.referenced()); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	a.warn(t, foreign)
	if crowded > 0 {
		t.Log.Warn("documents have so many labels of the vocabulary, 2000 in a sentence or 50000 concepts, that some were left out", "documents", crowded)
	}
	left.Say(t.Log)
	t.Note("documents_with_boilerplate", left)
	t.Note("documents_with_labels_left_out", crowded)
	t.Note("concepts", concepts)
	if a.config.Unmatched {
		t.Note("unmatched", unmatched)
	}
	t.Note("documents_of_other_languages", foreign)
	for _, w := range references {
		if err := w.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}

// warn logs the languages of documents that the vocabulary has no labels in.
func (a *assigner) warn(t *stages.Task, foreign map[string]int64) {
	for tag, n := range foreign {
		t.Log.Warn("the vocabulary has no labels in the language of documents: their concepts come from labels in other languages and from indexed documents alone",
			"language", tag, "documents", n, "labels", strings.Join(a.languages, ", "))
	}
}

// files returns the files to write.
func (a *assigner) files(t *stages.Task) assigned.Files {
	f := assigned.Files{SpreadsheetSafe: a.config.SpreadsheetSafe, Unmatched: a.config.Unmatched}
	if !t.Streams() {
		f.Table = assignedFile
	}
	for name, file := range map[string]*string{jsonExport: &f.JSON, csvExport: &f.CSV, wideExport: &f.Wide} {
		if slices.Contains(a.config.Export, name) {
			*file = map[string]string{jsonExport: assignedJSON, csvExport: assignedCSV, wideExport: assignedWide}[name]
		}
	}
	return f
}

// reader returns a function that labels a batch of records.
func (a *assigner) reader(ctx context.Context) func(*corpus.Batch) []conceptRow {
	l := concept.NewFinder(ctx, a.vocabulary, a.memory, a.choice, a.config.Language)
	return func(b *corpus.Batch) []conceptRow {
		read := make([]conceptRow, b.Len())
		for i := range read {
			r, err := b.Parse(i)
			o := &read[i]
			o.file, o.row, o.reject = r.File, r.Row, err
			if err != nil {
				continue
			}
			o.id = r.ID
			if o.reject = concept.Fits(r.Title, r.Body); o.reject != nil {
				continue
			}
			var title, body markup.Text
			if title, body, o.left, o.reject = document.Texts(&r); o.reject == nil {
				text := l.Read(concept.Document{Title: title.Plain, Body: body.Plain})
				ranked := l.Label(text)
				o.Assigned = a.describe(r.ID, text, ranked[:a.choice.Pick(a.rule, ranked)], &title, &body)
				o.Digest = r.Digest()
				if a.config.over().keeps() {
					o.given = corpus.GivenOf(&r)
				}
				o.crowded = text.Crowded
				o.reject = schemas.Assigneds.Fits(&o.Assigned)
			}
		}
		return read
	}
}
