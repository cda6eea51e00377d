package join

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// openDocuments opens documents and reports whether they have ids of their own.
func openDocuments(from Paths) (in rows.Reader[Row], ids bool, err error) {
	options := from.Corpus.Options(from.Review != nil, from.Say)
	options.By, options.Ended, options.Keep, options.Folder = from.By, from.Ended, from.Column != "", from.Folder
	options.Warn = from.Warn
	set := corpus.Files(from.Documents, from.Pair, options)
	if err := from.Corpus.Suit(set); err != nil {
		return nil, false, err
	}
	if from.Pair {
		if from.Column != "" {
			return nil, false, &corpus.ColumnError{File: from.Documents[0]}
		}
		pair := newRecords(corpus.Files(from.Documents, true, corpus.Options{By: from.By, Ended: from.Ended}))
		pair.pair = true
		return &pairDocuments{pair, from.Released, from.Documents[1], corpus.Separators{Separator: ";", Remedy: `join them by ";"`}}, false, nil
	}
	parquet, err := allParquet(from.Documents, from.By)
	if err != nil {
		return nil, false, err
	}
	if parquet {
		in, err := rows.Open(schemas.Documents, from.Documents, from.By)
		if err == nil && from.Column != "" {
			in.Close()
			return nil, true, &corpus.ColumnError{File: from.Documents[0]}
		}
		if !errors.Is(err, schemas.ErrUnnamed) {
			return ourDocuments{in}, true, err
		}
	}
	column, err := openColumn(from.Column, from.Documents, options)
	if err != nil {
		return nil, false, err
	}
	raw := rawDocuments{records: newRecords(set), tokens: text.NewTokenizer(text.Fold), ids: from.Corpus.IDs(set), raw: from.Raw,
		column: column, separators: &corpus.Separators{Separator: from.Corpus.KeywordSeparator}}
	raw.label = options.Label
	first, err := raw.Next()
	if err != nil && err != io.EOF {
		raw.Close()
		return nil, false, err
	}
	// A document without an id gets one made from its file and row, which no prediction can know.
	file, row := raw.Place()
	return &begun[Row]{Reader: raw, first: []Row{first}, ended: err == io.EOF}, !corpus.MadeUp(first.Document.ID, file, row), nil
}

// predicted is an opened predictions input: whether it has ids and scores, whether infer wrote it, and whether it has columns or keys.
type predicted struct {
	rows.Reader[schemas.Prediction]
	ids, scored, ours, named bool
}

func openPredictions(from Paths) (predicted, error) {
	parquet, err := allParquet(from.Predictions, from.By)
	if err != nil {
		return predicted{}, err
	}
	if parquet {
		in, err := rows.Open(schemas.Predictions, from.Predictions, from.By)
		if !errors.Is(err, schemas.ErrUnnamed) {
			return predicted{in, true, true, true, true}, err
		}
		return openRaw(from)
	}
	path := from.Predictions[0]
	if len(from.Predictions) > 1 {
		return predicted{}, &schemas.FileError{File: path, Err: fmt.Errorf("a text file among %d predictions files", len(from.Predictions)),
			Remedy: "give one text file, or Parquet files only"}
	}
	if tableName.MatchString(strings.ToLower(filepath.Base(path))) {
		return openRaw(from)
	}
	begin, err := look(path, from.By, from.Ended)
	if err != nil {
		return predicted{}, err
	}
	lines, err := corpus.OpenLines(path, from.By, from.Ended)
	if err != nil {
		return predicted{}, err
	}
	switch begin.kind() {
	case objects:
		json := &jsonPredictions{path: path, say: from.Say}
		p, err := openScored(linePredictions{lines, json.parse, true}, &json.scores)
		p.named = begin.first[0] == '{'
		return p, err
	case array:
		lines.Close()
		return predicted{}, &schemas.FileError{File: path, Err: errors.New("is one JSON array"), Remedy: "write one of its elements per line, as jq -c '.[]' does"}
	}
	if by := begin.joinedBy(); by != "" && !from.Released {
		lines.Close()
		return predicted{}, &schemas.FileError{File: path, Err: fmt.Errorf("the phrases of a line look joined by %q", by),
			Remedy: `join them by ";"; a table, also one of ids and phrases, needs a header and a name that ends in .csv or .tsv`}
	}
	parse := phraseLine
	if from.Released {
		parse = releasedLine
	}
	return predicted{Reader: linePredictions{lines, parse, false}}, nil
}

// tableName matches the names of tables.
var tableName = regexp.MustCompile(`\.(csv|tsv|xlsx|ods|arrows?|feather)`)

// openRaw opens tables and Parquet files that infer did not write.
func openRaw(from Paths) (predicted, error) {
	options := corpus.Options{Predicted: true, By: from.By, Ended: from.Ended, Say: from.Say}
	raw := &rawPredictions{records: newRecords(corpus.Files(from.Predictions, false, options))}
	p, err := openScored(raw, &raw.scores)
	p.named = true
	return p, needsPhrases(err)
}

// needsPhrases rewrites the error about a table without known columns: predictions need a column of phrases, not of titles or
// texts.
func needsPhrases(err error) error {
	const corpus = "names no title and no text"
	var file *schemas.FileError
	if !errors.As(err, &file) || !strings.Contains(err.Error(), corpus) {
		return err
	}
	return &schemas.FileError{File: file.File, Err: errors.New(strings.Replace(file.Err.Error(), corpus, "names none of keyphrases, predictions or phrases", 1)),
		Remedy: "give the column that has all phrases of a document one of these names; of exports of infer, give the folder"}
}

// openScored reads up to the first row with phrases, which tells whether all phrases have scores.
func openScored(in rows.Reader[schemas.Prediction], s *scores) (predicted, error) {
	in = &apart{in, corpus.Separators{Separator: ";", Remedy: `join them by ";"`}}
	begun := &begun[schemas.Prediction]{Reader: in}
	ids := false
	for s.scored == nil && !begun.ended {
		p, err := in.Next()
		if err != nil && err != io.EOF {
			in.Close()
			return predicted{}, err
		}
		if len(begun.first) == 0 {
			file, row := in.Place()
			ids = p.ID != "" && !corpus.MadeUp(p.ID, file, row)
		}
		begun.first, begun.ended = append(begun.first, p), err == io.EOF
	}
	return predicted{Reader: begun, ids: ids, scored: s.scored != nil && *s.scored}, nil
}

// begun returns the rows that were read to inspect them, then the rest. If the input ended among them, the last of
// first is not a row.
type begun[R any] struct {
	rows.Reader[R]
	first []R
	ended bool
}

func (b *begun[R]) Next() (R, error) {
	if len(b.first) == 0 || len(b.first) == 1 && b.ended {
		return b.Reader.Next()
	}
	row := b.first[0]
	b.first = b.first[1:]
	return row, nil
}
