package main

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
)

// reached counts the documents that reach the limits of the model.
type reached struct {
	documents int64
	cut       noted
	doubtful  noted
	reasons   map[string]int64
	languages map[string]int64 // of documents that are doubtful because of their language
	left      boilerplate.Tally
}

// noted counts documents and keeps the ids of the first.
type noted struct {
	n   int64
	ids []string
}

// mostIDs is the number of ids that fit into a line of the log.
const mostIDs = 5

func (n *noted) add(id string) {
	if n.n++; len(n.ids) < mostIDs {
		n.ids = append(n.ids, id)
	}
}

// add counts a document with what of it was not read.
func (r *reached) add(p *schemas.Prediction, left []boilerplate.Span) {
	r.documents++
	r.left = r.left.Add(left)
	if p.Truncated {
		r.cut.add(p.ID)
	}
	if p.Doubtful == "" {
		return
	}
	r.doubtful.add(p.ID)
	if r.reasons == nil {
		r.reasons, r.languages = map[string]int64{}, map[string]int64{}
	}
	r.reasons[p.Doubtful]++
	if p.Doubtful == doubt.Language {
		r.languages[p.Language]++
	}
}

// warn logs the counts that are not 0, at the end of a run.
func (r *reached) warn(log *slog.Logger) {
	r.left.Say(log)
	if r.cut.n > 0 {
		log.Warn("documents longer than the model reads were cut: the rest of them was not read",
			"documents", r.cut.n, "share", r.share(r.cut.n), "first", r.cut.names())
	}
	if r.doubtful.n == 0 {
		return
	}
	more := []any{"documents", r.doubtful.n, "share", r.share(r.doubtful.n), "reasons", inOrder(r.reasons)}
	if len(r.languages) > 0 {
		more = append(more, "languages", inOrder(r.languages))
	}
	log.Warn("documents are doubtful, and their probabilities are not to be trusted; see the column doubtful", append(more, "first", r.doubtful.names())...)
}

// names returns the ids of the first documents.
func (n *noted) names() string {
	names := strings.Join(n.ids, ", ")
	if n.n > int64(len(n.ids)) {
		names += ", …"
	}
	return names
}

// share returns the share of n documents in percent.
func (r *reached) share(n int64) string {
	return fmt.Sprintf("%.3g%%", 100*float64(n)/float64(r.documents))
}

// inOrder lists the counts with their names, the largest first.
func inOrder(counts map[string]int64) string {
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, key := range keys {
		keys[i] = fmt.Sprintf("%s %d", key, counts[key])
	}
	return strings.Join(keys, ", ")
}
