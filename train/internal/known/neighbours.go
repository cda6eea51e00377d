package known

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// A word in more documents than both a share of them and a number tells little of a document and takes most of the time of a
// search.
const (
	mostShare = .1
	mostFound = 1000
)

// Neighbours returns, for choose.NewNeighbours, the words and keyphrases of the training documents in the files, of no more
// than most, evenly spread. It reads each document twice, and calls step each time: the most telling words are known only when
// all are counted, and of each document no more than these are kept.
func Neighbours(ctx context.Context, paths []string, most int64, step func()) ([]schemas.Neighbour, error) {
	files, err := rows.Open(schemas.Documents, paths, nil)
	if err != nil {
		return nil, err
	}
	total := files.Rows()
	files.Close()
	c := &indexer{stemmer: text.NewStemmer(), words: map[string]int32{}, keyphrases: map[string]*keyphrase{}, spellings: spellings{counts: map[string]map[string]int{}}}
	for _, do := range []func(*schemas.Document){c.count, c.add} {
		i := int64(0)
		err := each(ctx, paths, step, func(d *schemas.Document) {
			if i++; total <= most || (i-1)*most/total != i*most/total {
				do(d)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return append(c.wordRows(), c.keyphraseRows()...), nil
}

// indexer collects words and keyphrases of documents.
type indexer struct {
	stemmer    *text.Stemmer
	words      map[string]int32 // number of each stem
	stems      []string
	found      []int64               // documents with each
	counted    int                   // documents counted
	holders    [][]int32             // by stem: documents that have it among their most telling ones
	added      int32                 // documents added
	keyphrases map[string]*keyphrase // by stems
	spellings  spellings
}

// counted is a word of a document and how often it occurs there.
type counted struct{ word, times int32 }

// keyphrase has how often a keyphrase has which tokens, and the documents that have it.
type keyphrase struct {
	tokens    map[string]int
	documents []int32
}

// count counts the words of a document.
func (c *indexer) count(d *schemas.Document) {
	c.spellings.Learn(d.Spellings)
	c.counted++
	for _, w := range c.wordsOf(d) {
		c.found[w.word]++
	}
}

// wordsOf returns the words of a document. Those in the title count twice.
func (c *indexer) wordsOf(d *schemas.Document) (words []counted) {
	at := map[int32]int{}
	read := func(tokens []string, times int32) {
		for _, s := range c.stemmer.All(tokens) {
			if utf8.RuneCountInString(s) < 2 || s == text.Digit {
				continue
			}
			w, ok := c.words[s]
			if !ok {
				w = int32(len(c.stems))
				c.words[s] = w
				c.stems, c.found = append(c.stems, s), append(c.found, 0)
			}
			k, ok := at[w]
			if !ok {
				k = len(words)
				at[w] = k
				words = append(words, counted{word: w})
			}
			words[k].times += times
		}
	}
	read(d.Title, 2)
	read(d.Body, 1)
	return words
}

// add adds the most telling words of a document and its keyphrases, once all documents are counted. These are the
// choose.Telling with the greatest rank.TFIDF; words in the title count twice.
func (c *indexer) add(d *schemas.Document) {
	number := c.added
	c.added++
	if c.holders == nil {
		c.holders = make([][]int32, len(c.stems))
	}
	weight := func(w counted) float64 {
		return rank.TFIDF(float64(w.times), float64(c.found[w.word]), float64(c.counted))
	}
	words := slices.DeleteFunc(c.wordsOf(d), func(w counted) bool {
		return c.found[w.word] < fewest || float64(c.found[w.word]) > max(mostShare*float64(c.counted), mostFound)
	})
	slices.SortFunc(words, func(a, b counted) int { return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(a.word, b.word)) })
	for _, w := range words[:min(len(words), choose.Telling)] {
		c.holders[w.word] = append(c.holders[w.word], number)
	}
	c.spellings.count(d, c.stemmer, func(string) bool { return true })
	for _, k := range slices.Concat(d.Present, d.Absent) {
		stems := strings.Join(c.stemmer.All(k), " ")
		if stems == "" {
			continue
		}
		of := c.keyphrases[stems]
		if of == nil {
			of = &keyphrase{tokens: map[string]int{}}
			c.keyphrases[stems] = of
		}
		of.tokens[strings.Join(k, " ")]++
		if n := len(of.documents); n == 0 || of.documents[n-1] != number {
			of.documents = append(of.documents, number)
		}
	}
}

// wordRows returns the rows of words that at least two documents have among their most telling ones.
func (c *indexer) wordRows() (rows []schemas.Neighbour) {
	for w, of := range c.holders {
		if len(of) > 1 {
			rows = append(rows, schemas.Neighbour{Stems: c.stems[w], Found: c.found[w], Documents: steps(of)})
		}
	}
	slices.SortFunc(rows, func(a, b schemas.Neighbour) int { return strings.Compare(a.Stems, b.Stems) })
	return rows
}

// keyphraseRows returns the rows of keyphrases.
func (c *indexer) keyphraseRows() (rows []schemas.Neighbour) {
	for _, stems := range slices.Sorted(maps.Keys(c.keyphrases)) {
		of := c.keyphrases[stems]
		row := schemas.Neighbour{Stems: stems, Keyphrase: most(of.tokens), Documents: steps(of.documents)}
		if spelling := most(c.spellings.counts[stems]); spelling != row.Keyphrase {
			row.Spelling = spelling
		}
		rows = append(rows, row)
	}
	return rows
}

// steps returns rising numbers as schemas.Neighbour has them.
func steps(rising []int32) []byte {
	gaps := slices.Clone(rising)
	for i := len(gaps) - 1; i > 0; i-- {
		gaps[i] -= gaps[i-1]
	}
	return schemas.Gaps(gaps...)
}
