package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/concept"
)

// ConceptsConfig are the settings of train concepts.
type ConceptsConfig struct {
	corpus.Settings
	Language      string `key:"language" help:"language of all documents, such as en; none: detect it"`
	LabelLanguage string `key:"label_language" help:"language of labels without a tag"`
	Remember      bool   `key:"remember" help:"store words and concepts of the documents, so that infer finds similar documents; false: learn only from labels in the text"`
	Correct       bool   `key:"correct" help:"correct the built-in choice, or keep it, where that is better on folds of the documents; false: always fit a new one"`
	DumpTable     bool   `key:"dump_table" help:"also write table.parquet, for other learners: the candidates of the documents, with their features"`
}

// conceptsTraining is the mode that learns from indexed documents.
var conceptsTraining = stages.Stage[ConceptsConfig]{
	Name:    "train concepts",
	Version: "9",
	Doc: `Learns from indexed documents to assign concepts of a thesaurus.

Example: train concepts --vocabulary stw.ttl.gz --documents indexed.jsonl --out concepts

Example: train concepts --vocabulary stw.ttl.gz --documents papers.csv --review review.xlsx --out concepts

--vocabulary is SKOS or SKOS-XL as Turtle, N-Triples or RDF/XML, or a list of terms, see infer concepts; .gz and .zst too.
--documents is a corpus whose column subjects has the URIs of each document's concepts, or their labels where only one concept has
them; --columns keywords=NAME names another column. Thirty documents are enough for a first try, a thousand are much better. If, on folds of them, what they teach is no better than the
built-in choice, that is kept, without the documents. Give the output folder to infer concepts --concepts.

--review is the sheet that infer concepts --export review wrote and people corrected, see train refit: it has the concepts of the documents,
and only the documents that it corrects count.`,
	Inputs: []stages.Input{
		{Name: "vocabulary", Schema: "skos", Required: true, Copied: true, Doc: "the thesaurus"},
		{Name: "documents", Schema: "corpus", Required: true, Many: true, Recognises: corpus.Recognises, Remote: true, Doc: "documents with URIs or labels of concepts; with --review, what was labelled"},
		reviewInput(),
	},
	Outputs: []stages.Output{
		{Name: concept.File, Schema: "concepts", Doc: "the choice: probabilities of concepts, fitted to the documents"},
		{Name: concept.IndexedFile, Schema: "indexed", Doc: "the words and concepts of the documents, among which infer finds similar ones"},
		{Name: review.NeverFile, Schema: "csv", Optional: true, Doc: "with --review: concepts that were struck everywhere, for infer concepts --never"},
		{Name: tableFile, Schema: "table", Optional: true, Doc: "with --dump-table: the candidates of the fit, whether they are right, and their features"},
		{Name: "rejects.jsonl", Schema: "rejects", Doc: "rows that could not be read, with the reason"},
	},
	Usual:  []string{"columns", "format", "language", "label_language", "dump_table"},
	Config: ConceptsConfig{Settings: corpus.DefaultSettings(), LabelLanguage: "en", Remember: true, Correct: true},
	Check:  func(c ConceptsConfig) error { return c.Settings.Check(false) },
	Run:    trainConcepts,
}

// subjects are the columns with URIs or labels, unless another is named: the first that a file has is read.
var subjects = []string{"keywords=subjects", "keywords=subject_uris"}

// indexedRow is an indexed document, or a row that is rejected.
type indexedRow struct {
	document concept.Document
	concept.Indexed
	file      string
	row       int64
	unknown   int      // URIs and labels that the vocabulary does not have
	ambiguous []string // labels of several concepts
	reject    error
	left      []boilerplate.Span
	unjudged  []uint32 // concepts of which a review does not say whether they are right
	judged    bool     // by a review, even if it has no concept
}

func trainConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	file, err := t.File("vocabulary", thesaurus.Of)
	if err != nil {
		return err
	}
	v, err := thesaurus.Open(ctx, file, c.LabelLanguage)
	if err != nil {
		return err
	}
	t.Note("vocabulary_sha256", v.Digest)
	for _, line := range v.Notes {
		t.Log.Info(t.Input("vocabulary")[0].Spec + ": " + line)
	}
	var r *review.Review
	if len(t.Input("review")) > 0 {
		if r, err = readReview(t); err != nil {
			return err
		}
	}
	all, err := readIndexed(ctx, t, c, v, r)
	if err != nil {
		return err
	}
	choice, learned, err := fitConcepts(ctx, t, c, v, all)
	if err != nil {
		return err
	}
	if err := t.Fill(concept.File, choice.Write); err != nil {
		return err
	}
	var stored []schemas.Indexed
	for _, e := range all {
		if c.Remember && learned && len(e.Concepts) > 0 {
			stored = append(stored, e.Stored(v))
		}
	}
	if err := rows.Save(t.Create, concept.IndexedFile, rows.Table(schemas.Indexeds), stored); err != nil || r == nil {
		return err
	}
	return writeNever(t, r, func(_ *review.Document, p review.Judged) string { return p.Key() })
}

// readIndexed reads the documents that have a concept of the vocabulary, or those that a review corrects.
func readIndexed(ctx context.Context, t *stages.Task, c ConceptsConfig, v *thesaurus.Vocabulary, corrected *review.Review) ([]indexedRow, error) {
	settings := c.Settings
	if !slices.ContainsFunc(settings.Columns, func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "keywords") }) {
		settings.Columns = slices.Concat(settings.Columns, subjects)
	}
	read := &indexing{left: boilerplate.Tally{}}
	finder := func() *concept.Finder { return concept.NewFinder(ctx, v, nil, &concept.Ranker{}, c.Language) }
	var err error
	if corrected == nil {
		err = eachRow(ctx, t, settings, func() func(*corpus.Record, error) indexedRow {
			l := finder()
			return func(r *corpus.Record, err error) indexedRow { return indexed(l, v, r, err) }
		}, func(e indexedRow, ids *corpus.IDs) (err error) {
			if e.reject == nil {
				e.ID, err = ids.Take(e.file, e.row, e.ID)
			}
			return cmp.Or(err, read.add(t, e))
		})
	} else {
		l := finder()
		err = eachReviewed(t, corrected, func(add func(recordRow, *corpus.IDs) error) error { return eachLabelled(ctx, t, c.Settings, add) },
			func(r *corpus.Record, d *review.Document) error { return read.add(t, correctedIndexed(l, v, r, d)) })
	}
	if err != nil {
		return nil, err
	}
	return read.all, read.say(t)
}

// correctedIndexed returns a record with the concepts that a review says are its own.
func correctedIndexed(l *concept.Finder, v *thesaurus.Vocabulary, r *corpus.Record, d *review.Document) indexedRow {
	r.Keyphrases = nil
	for _, p := range d.Marked(review.Kept) {
		r.Keyphrases = append(r.Keyphrases, cmp.Or(p.Concept, p.Text))
	}
	e := indexed(l, v, r, nil)
	e.judged = true
	for _, p := range d.Marked(review.Unmarked) {
		e.unjudged = append(e.unjudged, v.Named(cmp.Or(p.Concept, p.Text))...)
	}
	return e
}

// indexing collects indexed documents.
type indexing struct {
	all                             []indexedRow
	unknown, none, bytes, ambiguous int
	first                           string // of ambiguous
	left                            boilerplate.Tally
}

// add adds a document that has a concept, or that a review judges, or rejects it.
func (n *indexing) add(t *stages.Task, e indexedRow) error {
	if e.reject != nil {
		return t.Reject(e.file, e.row, e.reject.Error())
	}
	if n.ambiguous += len(e.ambiguous); n.first == "" && len(e.ambiguous) > 0 {
		n.first = e.ambiguous[0]
	}
	if n.unknown += e.unknown; len(e.Concepts) == 0 && !e.judged {
		n.none++
		return nil
	}
	if n.bytes += e.bytes(); n.bytes > mostBytes {
		return &schemas.FileError{File: e.file, Row: e.row, Err: errors.New("up to here the documents take more than 768 MiB of memory"), Remedy: "give fewer documents"}
	}
	n.left.Add(e.left)
	n.all = append(n.all, e)
	return nil
}

// say notes what was read. It is an error if that is nothing.
func (n *indexing) say(t *stages.Task) error {
	n.left.Say(t.Log)
	t.Note("documents_with_boilerplate", n.left)
	t.Note("documents", len(n.all))
	t.Note("documents_without_concepts", n.none)
	t.Note("subjects_unknown", n.unknown)
	if n.unknown > 0 || n.none > 0 {
		t.Log.Info("left out: URIs and labels that the vocabulary does not have, and documents without any other", "uris", n.unknown, "documents", n.none)
	}
	t.Note("subjects_ambiguous", n.ambiguous)
	if n.ambiguous > 0 {
		t.Log.Warn("left out: labels that several concepts have; give their URIs", "labels", n.ambiguous, "first", n.first)
	}
	if len(n.all) == 0 {
		return &schemas.FileError{File: t.Input("documents")[0].Spec, Err: errors.New("no document has a concept of the vocabulary"),
			Remedy: "give URIs or labels of the vocabulary in the column subjects, or name the column that has them: --columns keywords=NAME"}
	}
	return nil
}

// indexed returns a record as an indexed document; err is that of reading it.
func indexed(l *concept.Finder, v *thesaurus.Vocabulary, r *corpus.Record, err error) indexedRow {
	e := indexedRow{file: r.File, row: r.Row, reject: err}
	if err != nil {
		return e
	}
	title, body, left, err := document.Texts(r)
	if e.reject = err; err != nil {
		return e
	}
	if e.reject = concept.Fits(title.Plain, body.Plain); e.reject != nil {
		return e
	}
	e.left = left
	e.document.Title, e.document.Body = title.Plain, body.Plain
	var concepts []uint32
	for _, k := range r.Keyphrases {
		switch named := v.Named(k); len(named) {
		case 0:
			e.unknown++
		case 1:
			concepts = append(concepts, named[0])
		default:
			e.ambiguous = append(e.ambiguous, strings.TrimSpace(k))
		}
	}
	slices.Sort(concepts)
	e.Indexed = l.Index(r.ID, l.Read(e.document), slices.Compact(concepts))
	return e
}

// mostBytes is the largest size of the documents, which are all in memory.
const mostBytes = 768 << 20

// bytes returns about the memory of a document.
func (e *indexedRow) bytes() int {
	return len(e.ID) + len(e.document.Title) + len(e.document.Body) + 40*len(e.Stems) + 8*(len(e.Concepts)+len(e.Literal)) + 200
}
