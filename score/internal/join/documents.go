package join

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

func tokenised(d schemas.Document) Row { return Row{Document: d, digest: d.Digest()} }

// ourDocuments reads documents of preprocess.
type ourDocuments struct{ rows.Reader[schemas.Document] }

func (o ourDocuments) Next() (Row, error) {
	d, err := o.Reader.Next()
	return tokenised(d), err
}

// pairDocuments reads a source and a target file in step. If released, it reads as the authors' evaluation script does: a source
// line must hold exactly one <eos>, an empty target line is one target of one empty word, and <peos> is a target like any other.
// Otherwise a source line without <eos> has no title, an empty target line has no targets, and <peos> is not a target.
type pairDocuments struct {
	*records
	released   bool
	target     string // the file of keyphrases
	separators corpus.Separators
}

func (p *pairDocuments) Next() (Row, error) {
	r, err := p.next()
	if err == io.EOF && !p.released {
		err = cmp.Or(p.separators.End(p.target), io.EOF)
	}
	if err != nil {
		return Row{}, err
	}
	if !p.released {
		mark, some := corpus.Joined(&corpus.Record{Keyphrases: strings.Split(r.Target, ";")})
		if err := p.separators.Count(p.target, mark, some); err != nil {
			return Row{}, err
		}
	}
	if p.released && r.TitleTokens == nil {
		return Row{}, p.bad(errors.New("the line has no <eos> between title and body; the authors' script fails here, too"))
	}
	if err := tooMany(1 + strings.Count(r.Target, ";")); err != nil {
		return Row{}, p.bad(err)
	}
	d := schemas.Document{ID: r.ID, Title: r.TitleTokens, Body: r.BodyTokens, Present: phrases(r.Target)}
	if !p.released {
		d.Present = slices.DeleteFunc(d.Present, func(words []string) bool { return len(words) == 1 && words[0] == text.Specials[text.Peos] })
	} else if len(d.Present) == 0 {
		d.Present = [][]string{{""}}
	}
	return tokenised(d), nil
}

// rawDocuments reads documents in foreign formats and tokenises them as preprocess does by default.
type rawDocuments struct {
	*records
	tokens     *text.Tokenizer
	ids        *corpus.IDs
	raw        bool // see Paths.Raw
	column     *column
	separators *corpus.Separators
}

func (r rawDocuments) Next() (Row, error) {
	record, err := r.next()
	if err == io.EOF {
		err = cmp.Or(r.separators.End(r.Set[0].Path), io.EOF)
	}
	if r.label { // a review has the keyphrases
		record.Keyphrases, record.Scores = nil, nil
	}
	if err == nil {
		if err = corpus.Gold(&record); err != nil {
			err = r.bad(err)
		}
	}
	if err == nil {
		mark, some := corpus.Joined(&record)
		err = r.separators.Count(record.File, mark, some)
	}
	if err == nil {
		record.ID, err = r.ids.Take(record.File, record.Row, record.ID)
	}
	if err != nil {
		return Row{}, err
	}
	values, err := r.column.of(&record)
	if err != nil {
		return Row{}, err
	}
	row := r.document(&record)
	row.Values, row.digest = values, record.Digest()
	return row, nil
}

// document tokenises a record.
func (r rawDocuments) document(record *corpus.Record) (row Row) {
	d := &row.Document
	d.ID, d.Title, d.Body, d.Present = record.ID, record.TitleTokens, record.BodyTokens, record.Phrases
	if record.Tokenized {
		return row
	}
	d.TitleText, d.BodyText, row.Gold = record.Title, record.Body, append([]string{}, record.Keyphrases...) // not nil
	if r.raw {
		return row
	}
	d.Title, d.Body = text.Unbracket(r.tokens.Title(record.Title)), text.Unbracket(r.tokens.Tokens(record.Body))
	d.Present, row.Spelt = r.tokens.Spelt(record.Keyphrases)
	for _, words := range d.Present {
		text.Unbracket(words)
	}
	return row
}
