package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// ConceptsConfig are the settings of infer concepts.
type ConceptsConfig struct {
	corpus.Settings
	Choose        string   `key:"choose" help:"f1, top=5, precision=0.6 (this share of all is right), probability=0.3 or top=5,probability=0.1"`
	Language      string   `key:"language" help:"language of all documents, such as en; none: detect it"`
	LabelLanguage string   `key:"label_language" help:"language of labels without a tag"`
	Unmatched     bool     `key:"unmatched" help:"also give keyphrases that match no concept, as proposals for the vocabulary"`
	Limit         int64    `key:"limit" range:"[0,)" help:"label only the first N documents; 0: all"`
	PartDocuments int64    `key:"part_documents" range:"[0,)" help:"documents per part; 0: one part"`
	Export        []string `key:"export" choices:"jsonl,csv,csv-wide,xlsx,parquet-wide,review,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per concept), the columns of the documents with their concepts: csv-wide, xlsx, parquet-wide, a sheet in which people correct them: review, or references with their concepts: bib, ris, nbib, wos, enw, marcxml"`
	tableSettings
	listSettings
}

// Files of infer concepts.
const (
	assignedFile = "concepts-*.parquet"
	assignedJSON = "concepts.jsonl"
	assignedCSV  = "concepts.csv"
	assignedWide = "concepts-wide.csv"
	assignedXLSX = "concepts.xlsx"
	assignedCols = "concepts-wide.parquet"
)

// conceptsMode returns the mode that assigns concepts of a thesaurus.
func conceptsMode() stages.Stage[ConceptsConfig] {
	return stages.Stage[ConceptsConfig]{
		Name:    "infer concepts",
		Version: "8",
		Doc: `Assigns concepts of a thesaurus to documents.

Example: infer concepts --vocabulary stw.ttl.gz --documents papers.csv --export csv --out labels

Example: infer concepts --vocabulary gnd.tsv --concepts concepts --documents - --export jsonl --out - < corpus.jsonl

--vocabulary is SKOS or SKOS-XL as Turtle, N-Triples or RDF/XML; or a list of terms: CSV, TSV or a workbook with a header (term,
synonyms, id, broader, notation; Annif's uri and label_en), Annif's lines of <URI>, a tab and a label, or a term a line; .gz and .zst
too. Terms without an identifier are their own. --only and --never name lists of what may and may not be given. Each concept comes with
the probability that an indexer would assign it, and with evidence: where its label stands, and the most similar indexed
document that has it. --concepts is a folder that train concepts made of indexed documents. Without it, a choice fitted to library
records of other vocabularies judges labels in the text alone.

--reuse names earlier outputs, whose documents get the same rows without being labelled again.

With --unmatched each document also has the keyphrases that infer gives it, with the built-in model, and that are no label of the
vocabulary: in the column unmatched, and as lines of concepts.csv without a concept.`,
		Inputs: []stages.Input{
			{Name: "vocabulary", Schema: "skos", Required: true, Copied: true, Doc: "the thesaurus"},
			documentsInput(true, "documents to label: a corpus"),
			{Name: "concepts", Schema: "concepts", Copied: true, Doc: "the folder of train concepts", Files: []string{concept.File, concept.IndexedFile}},
			reuseInput("assigned", "concepts-*-of-*.parquet"),
		},
		Outputs: append([]stages.Output{
			{Name: assignedFile, Doc: "one row per document: id and list of concepts", Schema: "assigned"},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		}, conceptLabels(false).outputs()...),
		Config: ConceptsConfig{Settings: corpus.DefaultSettings(), Choose: "f1", LabelLanguage: "en", PartDocuments: 10000, tableSettings: defaultTables()},
		Usual:  []string{"choose", "only", "never", "unmatched", "export", "language", "label_language", "columns", "limit"},
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
	err = errors.Join(err, c.over().checkExports())
	if c.Unmatched {
		err = errors.Join(err, c.labelling().Check())
	}
	return errors.Join(c.Settings.Check(true), err)
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
	all.Settings, all.Limit, all.PartDocuments = c.Settings, c.Limit, c.PartDocuments
	all.Export, all.tableSettings = c.Export, c.tableSettings
	return all
}

// assignConcepts labels the documents part by part.
func assignConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	if err := c.over().streamable(t); err != nil {
		return err
	}
	a, err := openAssigner(ctx, t, c)
	if err != nil {
		return err
	}
	old, err := openEarlier(ctx, t, schemas.Assigneds)
	if err != nil {
		return err
	}
	defer old.close()
	err = eachPart(ctx, t, c.over(), conceptLabels(c.Unmatched), old.names(), func(part *stages.Task, from *source, in *documents, progress *stages.Progress) error {
		return a.part(ctx, part, from, in, progress, old)
	})
	if err == nil {
		old.say(t)
	}
	if err == nil && a.struck != nil {
		t.Log.Info("concepts struck by --only and --never, which would have been chosen", "concepts", a.strikes)
	}
	return err
}

// conceptRow is the result of a row.
type conceptRow struct {
	schemas.Assigned
	place
	crowded bool // labels were left out
	struck  int  // concepts that would have been chosen
	left    []boilerplate.Span
	given   *corpus.Given // the row of its file; nil if no export has it
	title   string        // in a review
	old     taken
	text    bool // it was not given as tokens
}

// The first document beyond one of these ends a block of documents that earlier rows are fetched for at once.
const (
	blockDocuments = 4096
	blockBytes     = 16 << 20 // of rows as their files have them
)

// block collects documents, some of which have earlier rows, and writes them in order.
type block struct {
	rows  []conceptRow
	bytes int
	old   *earlier[schemas.Assigned]
	out   *assignments
}

// add adds a document, and writes the block if it is full. Without earlier outputs, each document is written at once.
func (b *block) add(r conceptRow) error {
	b.rows, b.bytes = append(b.rows, r), b.bytes+r.given.Bytes()
	if b.old == nil || len(b.rows) >= blockDocuments || b.bytes >= blockBytes {
		return b.end()
	}
	return nil
}

// end writes the documents of the block.
func (b *block) end() error {
	err := b.old.fetch(len(b.rows), func(i int) taken { return b.rows[i].old }, func(i int, row schemas.Assigned, _ []schemas.Slot) error {
		b.rows[i].Assigned = row
		return errMoved(row.Digest, b.rows[i].old.digest)
	})
	for i := range b.rows {
		if err == nil {
			b.rows[i].ID = b.rows[i].id
			err = b.out.add(&b.rows[i])
		}
	}
	b.rows, b.bytes = b.rows[:0], 0
	return err
}

// part labels the documents of a part.
func (a *assigner) part(ctx context.Context, t *stages.Task, from *source, in *documents, progress *stages.Progress, old *earlier[schemas.Assigned]) error {
	out, err := a.create(t, from)
	defer out.abort()
	if err != nil {
		return err
	}
	all, tokens := &block{old: old, out: out}, false
	err = rows.Map(ctx, t.Threads, in.Next, func() func(*corpus.Batch) ([]conceptRow, error) {
		look, propose := a.reader(ctx, old), a.proposing(ctx)
		return func(b *corpus.Batch) ([]conceptRow, error) {
			read := look(b)
			return read, propose(b, read)
		}
	}, func(read []conceptRow) error {
		t.Read(int64(len(read)))
		progress.Add(int64(len(read)))
		for _, r := range read {
			ok, err := in.accept(t, &r.place)
			old.meet(r.id, ok, r.old)
			if err != nil {
				return err
			} else if !ok {
				continue
			}
			tokens = tokens || !r.text
			if err := all.add(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = all.end()
	}
	if err != nil {
		return err
	}
	origin(t, tokens)
	old.note(t)
	a.strikes += out.struck
	return out.finish(t)
}

// reader returns a function that labels a batch of records.
func (a *assigner) reader(ctx context.Context, old *earlier[schemas.Assigned]) func(*corpus.Batch) []conceptRow {
	l := concept.NewFinder(ctx, a.vocabulary, a.memory, a.choice, a.config.Language)
	keeps, reviews := a.config.over().keeps(), a.config.over().reviews()
	return func(b *corpus.Batch) []conceptRow {
		read := make([]conceptRow, b.Len())
		for i := range read {
			r, err := b.Parse(i)
			o := &read[i]
			o.file, o.row, o.reject = r.File, r.Row, err
			if err != nil {
				continue
			}
			o.id, o.text = r.ID, !r.Tokenized
			if keeps {
				o.given = corpus.GivenOf(&r)
			}
			if reviews {
				o.title = textOf(&r).Headline()
			}
			if o.old = old.find(&r, nil); o.old.found {
				_, _, o.left = document.Readable(r.Title, r.Body, r.Whole, nil)
				continue
			}
			if o.reject = concept.Fits(r.Title, r.Body); o.reject != nil {
				continue
			}
			var title, body markup.Text
			if title, body, o.left, o.reject = document.Texts(&r); o.reject == nil {
				text := l.Read(concept.Document{Title: title.Plain, Body: body.Plain})
				picked, struck := rank.Unstruck(l.Label(text), a.struck, func(all []concept.Candidate) []concept.Candidate { return all[:a.choice.Pick(a.rule, all)] })
				o.Assigned = a.describe(r.ID, text, picked, &title, &body)
				o.struck = struck
				o.Digest = r.Digest()
				o.crowded = text.Crowded
				o.reject = schemas.Assigneds.Fits(&o.Assigned)
			}
		}
		return read
	}
}
