package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/part"
	"github.com/wrone2set/wrone2set/infer/internal/reuse"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
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

// conceptsMode returns the mode that assigns concepts of a thesaurus.
func conceptsMode() stages.Stage[ConceptsConfig] {
	return stages.Stage[ConceptsConfig]{
		Name:    "infer concepts",
		Version: "13",
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
			reuseInput("assigned", assigned.Parts),
		},
		Outputs: append([]stages.Output{
			{Name: assigned.File, Doc: "one row per document: id and list of concepts", Schema: "assigned"},
			{Name: "rejects.jsonl", Doc: "rows that could not be read, with the reason", Schema: "rejects"},
		}, assigned.Kind(false).Outputs()...),
		Config: ConceptsConfig{Settings: corpus.DefaultSettings(), Choose: "f1", LabelLanguage: "en", PartDocuments: 10000, tableSettings: export.DefaultTables()},
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
	err = errors.Join(err, c.exports().Check())
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

// exports returns the settings of exports.
func (c ConceptsConfig) exports() export.Settings {
	return export.Settings{Export: c.Export, Tables: c.tableSettings}
}

// assignConcepts labels the documents part by part.
func assignConcepts(ctx context.Context, t *stages.Task, c ConceptsConfig) error {
	exports := c.exports()
	if err := exports.Streamable(t); err != nil {
		return err
	}
	lists, err := c.listSettings.read(ctx, t)
	if err != nil {
		return err
	}
	with := assigned.Settings{Language: c.Language, LabelLanguage: c.LabelLanguage, Lists: lists, Only: c.Only, Exports: exports}
	with.Rule, _ = rank.ParseRule(c.Choose) // checked with the other settings
	if c.Unmatched {
		o := c.labelling()
		with.Unmatched = &o
	}
	a, err := assigned.Open(ctx, t, with)
	if err != nil {
		return err
	}
	old, err := reuse.Open(ctx, t, schemas.Assigneds)
	if err != nil {
		return err
	}
	defer old.Close()
	reading := c.Settings.Reading(true, t)
	reading.Keep = exports.Keeps()
	from := part.Settings{Documents: c.Settings, Reading: reading, Exports: exports, Kind: assigned.Kind(c.Unmatched), Limit: c.Limit, Size: c.PartDocuments, Named: old.Names()}
	err = part.Each(ctx, t, from, func(of *stages.Task, in *part.Documents, progress *stages.Progress) error {
		return a.Part(ctx, of, in, progress, old)
	})
	if err == nil {
		old.Say(t)
		a.Say(t)
	}
	return err
}
