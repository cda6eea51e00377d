package join

import (
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Opinion is what a review says of phrases of a document beside its keyphrases: as people read them, and cut into words.
type Opinion struct {
	Struck, Unmarked           []string
	StruckWords, UnmarkedWords [][]string
}

// reviewing gives documents the keyphrases of a review.
type reviewing struct {
	*review.Review
	tokens *text.Tokenizer
}

// give gives a row the keyphrases of the review, and reports whether that corrects the document.
func (r *reviewing) give(row *Row, raw bool) (bool, error) {
	d, err := r.Meet(row.Document.ID, row.digest, row.File, row.At)
	if d == nil || err != nil {
		return false, err
	}
	row.Opinion = &Opinion{Struck: d.Of(review.Struck), Unmarked: d.Of(review.Unmarked)}
	if row.Gold != nil {
		row.Gold = append([]string{}, d.Of(review.Kept)...) // not nil
	}
	if row.Document.Absent = nil; !raw || row.Gold == nil {
		row.Document.Present, row.Spelt = r.cut(row, d.Marked(review.Kept))
		row.Opinion.StruckWords, _ = r.cut(row, d.Marked(review.Struck))
		row.Opinion.UnmarkedWords, _ = r.cut(row, d.Marked(review.Unmarked))
	}
	return true, nil
}

// cut returns the tokens of phrases, and their spellings: the tokens that infer wrote, else those of the keyphrases of a raw corpus, by which
// the phrases of foreign predictions are cut, too.
func (r *reviewing) cut(row *Row, judged []review.Judged) (phrases [][]string, spelt []string) {
	for _, p := range judged {
		if len(p.Words) > 0 && !row.Foreign {
			phrases, spelt = append(phrases, p.Words), append(spelt, p.Text)
			continue
		}
		cut, as := r.tokens.Spelt([]string{p.Text})
		for _, words := range cut {
			text.Unbracket(words)
		}
		phrases, spelt = append(phrases, cut...), append(spelt, as...)
	}
	return phrases, spelt
}
