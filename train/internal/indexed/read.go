package indexed

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/train/internal/record"
)

// subjects are the columns with URIs or labels, unless another is named: the first that a file has is read.
var subjects = []string{"keywords=subjects", "keywords=subject_uris"}

// indexedDocument is a document with its concepts.
type indexedDocument struct {
	document concept.Document
	concept.Indexed
	unknown   int      // URIs and labels that the vocabulary does not have
	ambiguous []string // labels of several concepts
	left      []boilerplate.Span
	unjudged  []uint32 // concepts of which a review does not say whether they are right
	judged    bool     // by a review, even if it has no concept
}

// read reads the documents that have a concept of the vocabulary, or those that a review corrects.
func (l *learning) read(ctx context.Context, corrected *review.Review) error {
	finder := func() *concept.Finder {
		return concept.NewFinder(ctx, l.vocabulary, nil, &concept.Ranker{}, l.Language)
	}
	var err error
	if corrected == nil {
		settings := l.Settings
		if !slices.ContainsFunc(settings.Columns, func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), "keywords") }) {
			settings.Columns = slices.Concat(settings.Columns, subjects)
		}
		err = record.Reading[indexedDocument]{Settings: settings, Add: l.add, Worker: func() func(*corpus.Record) (indexedDocument, error) {
			f := finder()
			return func(r *corpus.Record) (indexedDocument, error) { return indexed(f, l.vocabulary, r) }
		}}.Each(ctx, l.Task)
	} else {
		f := finder()
		err = record.EachReviewed(ctx, l.Task, l.Settings, corrected, func(r *corpus.Record, d *review.Document) error {
			e, err := correctedIndexed(f, l.vocabulary, r, d)
			if err != nil {
				return l.Reject(r.File, r.Row, err.Error())
			}
			return l.add(r, e)
		})
	}
	if err != nil {
		return err
	}
	return l.say()
}

// correctedIndexed returns a record with the concepts that a review says are its own. An error is the reason to reject it.
func correctedIndexed(f *concept.Finder, v *thesaurus.Vocabulary, r *corpus.Record, d *review.Document) (indexedDocument, error) {
	r.Keyphrases = nil
	for _, p := range d.Marked(review.Kept) {
		r.Keyphrases = append(r.Keyphrases, cmp.Or(p.Concept, p.Text))
	}
	e, err := indexed(f, v, r)
	e.judged = true
	for _, p := range d.Marked(review.Unmarked) {
		e.unjudged = append(e.unjudged, v.Named(cmp.Or(p.Concept, p.Text))...)
	}
	return e, err
}

// add adds a document that has a concept, or that a review judges.
func (l *learning) add(r *corpus.Record, e indexedDocument) error {
	e.ID = r.ID
	if l.ambiguous += len(e.ambiguous); l.first == "" && len(e.ambiguous) > 0 {
		l.first = e.ambiguous[0]
	}
	if l.unknown += e.unknown; len(e.Concepts) == 0 && !e.judged {
		l.none++
		return nil
	}
	if l.bytes += e.bytes(); l.bytes > mostBytes {
		return &schemas.FileError{File: r.File, Row: r.Row, Err: errors.New("up to here the documents take more than 768 MiB of memory"), Remedy: "give fewer documents"}
	}
	l.left.Add(e.left)
	l.all = append(l.all, e)
	return nil
}

// say notes what was read. It is an error if that is nothing.
func (l *learning) say() error {
	l.left.Say(l.Log)
	l.Note("documents_with_boilerplate", l.left)
	l.Note("documents", len(l.all))
	l.Note("documents_without_concepts", l.none)
	l.Note("subjects_unknown", l.unknown)
	if l.unknown > 0 || l.none > 0 {
		say := l.Log.Info
		if l.none > len(l.all) {
			say = l.Log.Warn
		}
		say("left out: URIs and labels that the vocabulary does not have, and documents without any other", "uris", l.unknown, "documents", l.none)
	}
	l.Note("subjects_ambiguous", l.ambiguous)
	if l.ambiguous > 0 {
		l.Log.Warn("left out: labels that several concepts have; give their URIs", "labels", l.ambiguous, "first", l.first)
	}
	if len(l.all) == 0 {
		return &schemas.FileError{File: l.Input("documents")[0].Spec, Err: errors.New("no document has a concept of the vocabulary"),
			Remedy: "give URIs or labels of the vocabulary in the column subjects, or name the column that has them: --columns keywords=NAME"}
	}
	return nil
}

// indexed returns a record as an indexed document. An error is the reason to reject it.
func indexed(f *concept.Finder, v *thesaurus.Vocabulary, r *corpus.Record) (e indexedDocument, err error) {
	title, body, left, err := document.Texts(r)
	if err != nil {
		return e, err
	}
	if err := concept.Fits(title.Plain, body.Plain); err != nil {
		return e, err
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
	e.Indexed = f.Index(r.ID, f.Read(e.document), slices.Compact(concepts))
	return e, nil
}

// mostBytes is the largest size of the documents, which are all in memory.
const mostBytes = 768 << 20

// bytes returns about the memory of a document.
func (e *indexedDocument) bytes() int {
	return len(e.ID) + len(e.document.Title) + len(e.document.Body) + 40*len(e.Stems) + 8*(len(e.Concepts)+len(e.Literal)) + 200
}
