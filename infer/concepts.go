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
	Choose        string   `key:"choose" help:"f1, top=5, precision=0.6 (this share of all is right), probability=0.3 or top=5,probability=0.1"`
	Language      string   `key:"language" help:"language of all documents, such as en; none: detect it"`
	LabelLanguage string   `key:"label_language" help:"language of labels without a tag"`
	Unmatched     bool     `key:"unmatched" help:"also give keyphrases that match no concept, as proposals for the vocabulary"`
	Limit         int64    `key:"limit" range:"[0,)" help:"label only the first N documents; 0: all"`
	PartDocuments int64    `key:"part_documents" range:"[0,)" help:"documents per part; 0: one part"`
	Export        []string `key:"export" choices:"jsonl,csv,csv-wide,xlsx,parquet-wide,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per concept), the columns of the documents with their concepts: csv-wide, xlsx, parquet-wide, or references with their concepts: bib, ris, nbib, wos, enw, marcxml"`
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
		Version: "7",
		Doc: `Assigns concepts of a thesaurus to documents.

Example: infer concepts --vocabulary stw.ttl.gz --documents papers.csv --export csv --out labels

Example: infer concepts --vocabulary gnd.tsv --concepts concepts --documents - --export jsonl --out - < corpus.jsonl

--vocabulary is SKOS or SKOS-XL as Turtle, N-Triples or RDF/XML; or a list of terms: CSV, TSV or a workbook with a header (term,
synonyms, id, broader, notation; Annif's uri and label_en), Annif's lines of <URI>, a tab and a label, or a term a line; .gz and .zst
too. Terms without an identifier are their own. --only and --never name lists of what may and may not be given. Each concept comes with
the probability that an indexer would assign it, and with evidence: where its label stands, and the most similar indexed
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
			{Name: assignedWide, Doc: "with --export csv-wide: one line per document, its columns, concepts, labels, notations, scores and language", Schema: "csv", Optional: true, Stream: true},
			{Name: assignedXLSX, Doc: "with --export xlsx: the same as an Excel workbook", Schema: "xlsx", Optional: true, Stream: true},
			{Name: assignedCols, Doc: "with --export parquet-wide: the same as Parquet", Schema: "parquet", Optional: true, Stream: true},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		}, referenceOutputs()...),
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
	err = errors.Join(err, c.checkTables(c.Export))
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
	all.Settings, all.Limit, all.PartDocuments = c.Settings, c.Limit, c.PartDocuments
	all.Export, all.tableSettings = c.Export, c.tableSettings
	return all
}

// assignConcepts labels the documents part by part.
func assignConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	if t.Streams() && len(c.Export) != 1 {
		return &stages.UsageError{Err: errors.New("--out - writes one export and nothing else: give one --export, such as jsonl, csv or csv-wide")}
	}
	a, err := openAssigner(ctx, t, c)
	if err != nil {
		return err
	}
	err = eachPart(ctx, t, c.over(), func(part *stages.Task, in *source, progress *stages.Progress) error {
		return a.part(ctx, part, in, progress)
	})
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
}

// reference returns the reference of the document, and its concepts and phrases.
func (r conceptRow) reference() (given *corpus.Given, keywords []corpus.Keyword) {
	for _, c := range r.Concepts {
		keywords = append(keywords, corpus.Keyword{Text: c.Label, URI: c.Concept})
	}
	for _, p := range r.Unmatched {
		keywords = append(keywords, corpus.Keyword{Text: p.Phrase})
	}
	return r.given, keywords
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
	tables := &exported{task: t, layout: from.layout, config: from.config.exportSettings, ours: assigned.Columns(a.config.Unmatched)}
	files, err := a.files(tables)
	if err != nil {
		return err
	}
	out, err := assigned.Create(t.Create, files)
	if err != nil {
		return err
	}
	defer out.Abort()
	references, err := export.Create(t.Create, export.ReferenceFiles(a.config.Export, conceptRow.reference))
	if err != nil {
		return err
	}
	defer references.Abort()
	t.Note("vocabulary_sha256", a.digest)
	foreign := map[string]int64{}
	concepts, unmatched, crowded, struck := int64(0), int64(0), int64(0), int64(0)
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
			struck += int64(r.struck)
			concepts, unmatched = concepts+int64(len(r.Concepts)), unmatched+int64(len(r.Unmatched))
			cells, err := tables.cells(r.given)
			if err == nil {
				err = out.Write(assigned.Row{Assigned: r.Assigned, Cells: cells})
			}
			if err == nil {
				err = references.Write(r)
			}
			if err != nil {
				return err
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
	if a.strikes += struck; a.struck != nil {
		t.Note("concepts_struck", struck)
	}
	if a.config.Unmatched {
		t.Note("unmatched", unmatched)
	}
	t.Note("documents_of_other_languages", foreign)
	err = errors.Join(references.Close(), out.Close())
	tables.warn()
	return err
}

// warn logs the languages of documents that the vocabulary has no labels in.
func (a *assigner) warn(t *stages.Task, foreign map[string]int64) {
	for tag, n := range foreign {
		t.Log.Warn("the vocabulary has no labels in the language of documents: their concepts come from labels in other languages and from indexed documents alone",
			"language", tag, "documents", n, "labels", strings.Join(a.languages, ", "))
	}
}

// files returns the files to write. Tables with the columns of documents have the layout of x.
func (a *assigner) files(x *exported) (assigned.Files, error) {
	c := a.config
	comma, err := c.comma()
	f := assigned.Files{Lines: export.CSV{Comma: comma, Mark: c.BOM, Safe: c.SpreadsheetSafe}, Unmatched: c.Unmatched,
		Columns: export.Wide{Layout: x.layout, Ours: x.ours, Comma: comma, Mark: c.BOM, Raw: c.RawCells}, Cut: &x.cut}
	if !x.task.Streams() {
		f.Table = assignedFile
	}
	for _, e := range []struct {
		name, file string
		to         *string
	}{{jsonExport, assignedJSON, &f.JSON}, {csvExport, assignedCSV, &f.CSV}, {wideExport, assignedWide, &f.Wide}, {xlsxExport, assignedXLSX, &f.XLSX}, {parquetExport, assignedCols, &f.Parquet}} {
		if slices.Contains(c.Export, e.name) {
			*e.to = e.file
		}
	}
	return f, errors.Join(err, x.config.fits(x.layout, x.ours...))
}

// reader returns a function that labels a batch of records.
func (a *assigner) reader(ctx context.Context) func(*corpus.Batch) []conceptRow {
	l := concept.NewFinder(ctx, a.vocabulary, a.memory, a.choice, a.config.Language)
	keeps := a.config.over().keeps()
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
				picked, struck := rank.Unstruck(l.Label(text), a.struck, func(all []concept.Candidate) []concept.Candidate { return all[:a.choice.Pick(a.rule, all)] })
				o.Assigned = a.describe(r.ID, text, picked, &title, &body)
				o.struck = struck
				o.Digest = r.Digest()
				if keeps {
					o.given = corpus.GivenOf(&r)
				}
				o.crowded = text.Crowded
				o.reject = schemas.Assigneds.Fits(&o.Assigned)
			}
		}
		return read
	}
}
