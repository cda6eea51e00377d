package assigned

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// assignments writes the files of a part of infer concepts.
type assignments struct {
	export.Files
	of      *Assigner
	table   *rows.Writer[schemas.Assigned] // nil with --out -
	exports *export.Writer

	concepts, unmatched, crowded, struck int64
	foreign                              map[string]int64 // documents in languages without labels
	left                                 boilerplate.Tally
}

// create opens the files that the settings ask for. Abort them, also after an error.
func (a *Assigner) create(t *stages.Task, layout *corpus.Layout) (o *assignments, err error) {
	o = &assignments{of: a, foreign: map[string]int64{}, left: boilerplate.Tally{}}
	if !t.Streams() {
		o.table, err = export.Open(&o.Files, t, File, rows.Table(schemas.Assigneds))
	}
	if err == nil {
		o.exports, err = export.Create(&o.Files, t, a.Exports, Kind(a.Unmatched != nil), layout)
	}
	return o, err
}

// add adds a document.
func (o *assignments) add(r *row) error {
	if r.Language != language.Unknown && !slices.Contains(o.of.languages, r.Language) {
		o.foreign[r.Language]++
	}
	if r.crowded {
		o.crowded++
	}
	o.left.Add(r.left)
	o.struck += int64(r.struck)
	o.concepts += int64(len(r.Concepts))
	o.unmatched += int64(len(r.Unmatched))
	if o.table != nil {
		if err := o.table.Write(r.Assigned); err != nil {
			return err
		}
	}
	return o.exports.Write(r.ID, Concepts{Assigned: r.Assigned, Proposals: o.of.Unmatched != nil, Title: r.title}, r.given)
}

// finish closes the files, and says what was counted.
func (o *assignments) finish(t *stages.Task) error {
	for tag, n := range o.foreign {
		t.Log.Warn("the vocabulary has no labels in the language of documents: their concepts come from labels in other languages and from indexed documents alone",
			"language", tag, "documents", n, "labels", strings.Join(o.of.languages, ", "))
	}
	if o.crowded > 0 {
		t.Log.Warn("documents have so many labels of the vocabulary, 2000 in a sentence or 50000 concepts, that some were left out", "documents", o.crowded)
	}
	o.left.Say(t.Log)
	t.Note("vocabulary_sha256", o.of.vocabulary.Digest)
	t.Note("documents_with_boilerplate", o.left)
	t.Note("documents_with_labels_left_out", o.crowded)
	t.Note("documents_of_other_languages", o.foreign)
	t.Note("concepts", o.concepts)
	if o.of.struck != nil {
		t.Note("concepts_struck", o.struck)
	}
	if o.of.Unmatched != nil {
		t.Note("unmatched", o.unmatched)
	}
	err := o.Close()
	o.exports.Warn()
	return err
}
