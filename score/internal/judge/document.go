package judge

import (
	"context"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/caveat"
	"github.com/wrone2set/wrone2set/score/internal/join"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/score/internal/wording"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Document is a document with its predictions and their scores.
type Document struct {
	Row    join.Row
	Judged result.Judged
	Scores [len(metric.Kinds)]schemas.Score // its rows of scores.parquet
}

// judging gives every goroutine a matcher of its own, because a matcher remembers stems and is not safe for
// concurrent use.
func (s *Set) judging(ctx context.Context) func() func([]join.Row) ([]Document, error) {
	c := s.criteria
	return func() func([]join.Row) ([]Document, error) {
		matchers := map[string]*match.Matcher{}
		cutter := wording.NewCutter(c.language())
		return func(rows []join.Row) ([]Document, error) {
			documents := make([]Document, len(rows))
			for i := range documents {
				documents[i].Row = rows[i]
				tag, stem := "", text.Stem
				if tag = cutter.Cut(&documents[i].Row); tag != language.English {
					stem = func(w string) string { return cutter.Stem(tag, w) }
				}
				if matchers[tag] == nil {
					matchers[tag] = match.New(c.Rules, c.Released, stem)
				}
				if err := documents[i].judge(ctx, matchers[tag], &s.Settings, c); err != nil {
					return nil, err
				}
				if c.language() == wording.Auto && otherLanguage(&documents[i].Row) {
					documents[i].Judged.Caveats.Other = 1
				}
			}
			return documents, nil
		}
	}
}

// otherLanguage reports whether a document with a text is in another language than English, but has keyphrases as tokens alone.
func otherLanguage(r *join.Row) bool {
	if r.Gold != nil || len(r.Document.Present)+len(r.Document.Absent) == 0 {
		return false
	}
	tag := wording.Detect(&r.Document)
	return tag != language.English && tag != language.Unknown
}

// judge fills Judged and Scores. It fails only with ctx.Err(), when ctx ends.
func (d *Document) judge(ctx context.Context, matcher *match.Matcher, s *result.Settings, c Criteria) (err error) {
	doc := &d.Row.Document
	in := match.Input{
		Source:      slices.Concat(doc.Title, doc.Body),
		Targets:     match.Candidates(slices.Concat(doc.Present, doc.Absent)),
		Predictions: make([]match.Candidate, len(d.Row.Prediction.Phrases)),
	}
	if o := d.Row.Opinion; o != nil {
		in.Struck, in.Unknown = o.StruckWords, o.UnmarkedWords
	}
	if len(in.Targets) == 0 && c.Released {
		in.Targets = match.Candidates([][]string{{""}}) // what the authors' script makes of an empty line
	}
	for i := range in.Predictions {
		p := &d.Row.Prediction.Phrases[i]
		in.Predictions[i] = match.Candidate{Words: p.Tokens, Repeated: p.Duplicate}
		if s.Scored {
			d.Judged.Scores = append(d.Judged.Scores, float64(p.Score))
		}
	}
	if c.Distinguish == signs {
		caveat.Sign(&d.Row, in.Targets, in.Predictions)
	}
	if d.Judged.Verdict, err = matcher.Judge(ctx, in); err != nil {
		return err
	}
	d.Judged.Caveats = caveat.Find(&d.Row, &d.Judged.Verdict)
	d.Judged.Slots = d.Row.Slots
	for _, s := range d.Row.Slots {
		d.Judged.Correct = append(d.Judged.Correct, matcher.IsTarget(s.NonNull, d.Judged.Verdict.Targets))
	}
	for _, kind := range metric.Kinds {
		d.Scores[kind] = scoreRow(&d.Judged.Verdict.Rankings[kind], kind)
		d.Scores[kind].TestSet, d.Scores[kind].ID = s.TestSet, doc.ID
	}
	return nil
}

// scoreRow returns a row of scores.parquet, always at 5, 10, M, O and G.
func scoreRow(r *metric.Ranking, kind metric.Kind) schemas.Score {
	at := func(k metric.K) schemas.ScoreAt {
		a := r.At(k)
		return schemas.ScoreAt{Hits: int32(a.Hits), P: a.P, R: a.R, F1: a.F1, MAP: a.MAP, NDCG: a.NDCG, AlphaNDCG: a.AlphaNDCG}
	}
	return schemas.Score{
		Kind: kind.String(), Predictions: int32(r.Predictions), Targets: int32(r.Targets),
		At5: at(5), At10: at(10), AtM: at(metric.M), AtO: at(metric.O), AtG: at(metric.G),
	}
}
