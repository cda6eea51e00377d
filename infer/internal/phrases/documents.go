package phrases

import (
	"context"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/variant"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// dated knows the documents by id.
type dated struct {
	of      map[uint64]dating // by the hash of the id
	unknown int64             // predictions without a document
	first   string            // id of the first of them
	column  string            // of the years; "" for none
	without int64             // documents without a year in that column
}

// dating is what is kept of a document.
type dating struct {
	digest uint64 // hash of its digest
	kind   byte   // of the digest, see kindOf: digests of two kinds cannot be compared
	year   int16  // 0 for none
}

// readDocuments reads the years of the documents and counts the long forms of acronyms in them; nil without documents.
func readDocuments(ctx context.Context, t *stages.Task, c Settings, forms *variant.Forms) (*dated, error) {
	if len(t.Input("documents")) == 0 {
		return nil, nil
	}
	reading := c.Settings.Reading(true, t)
	reading.Keep = c.Years != labelled.NoYears
	set := corpus.Of(t.Input("documents"), reading)
	years := &labelled.Years{Wanted: c.Years}
	if reading.Keep {
		var err error
		if years.Layout, err = set.Layout(); err != nil {
			return nil, err
		}
	}
	in := &corpus.Batches{Set: set, End: t.Rows}
	defer in.Close()
	d, ids := &dated{of: map[uint64]dating{}}, c.IDs(set)
	progress := t.Progress("documents", "documents", 0)
	defer progress.Done()
	err := rows.Map(ctx, t.Threads, in.Next, readDefinitions, func(batch []defining) error {
		progress.Add(int64(len(batch)))
		for _, r := range batch {
			if r.id == "" {
				continue // a bad row, which has no prediction either
			}
			id, err := ids.Take(r.file, r.row, r.id)
			if err != nil {
				return err
			}
			year := 0
			if years.Layout != nil {
				if year, err = years.Of(r.file, years.Layout.Row(r.given)); err != nil {
					return err
				}
			}
			if year == 0 {
				d.without++
			}
			d.of[xxh3.HashString(id)] = dating{xxh3.HashString(r.digest), kindOf(r.digest), int16(year)}
			for _, p := range r.pairs {
				forms.Add(p[0], p[1], 1)
			}
		}
		return nil
	})
	if d.column = years.Name; d.column == "" && c.Years == labelled.AutoYears {
		t.Log.Info("no column of years was found, so no concept has a first year; --years names one")
	} else if d.column != "" && int(d.without) == len(d.of) && len(d.of) > 0 {
		t.Log.Warn("no document has a year in this column, so no concept has a first year; --years names another", "column", d.column)
	} else if d.column != "" {
		t.Log.Info("years are read from a column of the documents", "column", d.column, "documents without a year", d.without)
	}
	return d, err
}

// defining is a document with the acronyms that it defines.
type defining struct {
	file       string
	row        int64
	id, digest string // "" for a bad row
	given      *corpus.Given
	pairs      [][2]string // acronym and long form, each once
}

// readDefinitions returns a function that reads batches of documents.
func readDefinitions() func(*corpus.Batch) ([]defining, error) {
	return func(b *corpus.Batch) ([]defining, error) {
		all := make([]defining, b.Len())
		for i := range all {
			r, err := b.Parse(i)
			d := &all[i]
			d.file, d.row = r.File, r.Row
			if err != nil {
				continue
			}
			d.id, d.digest, d.given = r.ID, r.Digest(), corpus.GivenOf(&r)
			text := export.OriginalIn(&r)
			for _, given := range []string{text.Title, text.Text} {
				variant.Definitions(markup.Plain(given), func(short, long string) {
					if p := [2]string{short, long}; !slices.Contains(d.pairs, p) {
						d.pairs = append(d.pairs, p)
					}
				})
			}
		}
		return all, nil
	}
}

// kindOf tells the digest of a text from that of tokens by the length of the word before its colon; 0 for none.
func kindOf(digest string) byte { return byte(max(0, strings.IndexByte(digest, ':'))) }

// year returns the year of the document of a prediction, 0 if it is not known. It fails if the document has changed since.
func (d *dated) year(p *schemas.Prediction) (int32, error) {
	if d == nil {
		return 0, nil
	}
	is, ok := d.of[xxh3.HashString(p.ID)]
	if !ok {
		if d.unknown++; d.unknown == 1 {
			d.first = p.ID
		}
		return 0, nil
	}
	if is.kind != 0 && is.kind == kindOf(p.Digest) && is.digest != xxh3.HashString(p.Digest) {
		return 0, labelled.Changed("--documents", "", p.ID, "")
	}
	return int32(is.year), nil
}
