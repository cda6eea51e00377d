package main

import (
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/train/internal/indexed"
	"github.com/wrone2set/wrone2set/train/internal/record"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// conceptsTraining is the mode that learns from indexed documents.
var conceptsTraining = stages.Stage[indexed.Config]{
	Name:    "train concepts",
	Version: "12",
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
		record.ReviewInput(),
	},
	Outputs: []stages.Output{
		{Name: concept.File, Schema: "concepts", Doc: "the choice: probabilities of concepts, fitted to the documents"},
		{Name: concept.IndexedFile, Schema: "indexed", Doc: "the words and concepts of the documents, among which infer finds similar ones"},
		{Name: review.NeverFile, Schema: "csv", Optional: true, Doc: "with --review: concepts that were struck everywhere, for infer concepts --never"},
		{Name: setting.TableFile, Schema: "table", Optional: true, Doc: "with --dump-table: the candidates of the fit, whether they are right, and their features"},
		{Name: "rejects.jsonl", Schema: "rejects", Doc: "rows that could not be read, with the reason"},
	},
	Usual:  []string{"columns", "format", "language", "label_language", "dump_table"},
	Config: indexed.Defaults(),
	Check:  indexed.Config.Check,
	Run:    indexed.Run,
}
