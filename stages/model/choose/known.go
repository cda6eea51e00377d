package choose

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// KnownFile is the name of the known phrases' file in a model folder.
const KnownFile = "phrases.parquet"

// Known says for each phrase how often it is a keyphrase of a training document whose text contains it (keyphraseness,
// Mihalcea and Csomai, CIKM 2007), and how often it is a keyphrase at all (Frank et al., IJCAI 1999). Nil has no phrases.
type Known struct {
	list  []schemas.KnownPhrase // by stems
	rows  index                 // of the list
	words map[string]word       // by stem
	// scattered has, by the number of a word, the phrases that addScattered looks for where the text has the word.
	scattered func() rank.Lists
	digest    string
}

// word counts the uses of a stem in the training documents.
type word struct {
	number       int32 // from 1; 0: no word
	documents    int64 // documents with it in their text
	within       int64 // keyphrases that contain it, once for each document
	begins, ends int64 // of these, keyphrases that begin with it and that end with it
}

// NewKnown makes a Known from the rows of a file, which it keeps. Rows that are out of order, repeated, or without a target (except single
// words) are schemas.ErrDamaged.
func NewKnown(rows []schemas.KnownPhrase) (*Known, error) {
	k := &Known{list: rows, rows: newIndex(len(rows)), words: make(map[string]word, len(rows)/2)}
	k.scattered = sync.OnceValue(k.scatter)
	sum, lines, stems := sha256.New(), []byte(nil), []string(nil)
	for i, r := range rows {
		if r.Stems == "" || i > 0 && r.Stems <= rows[i-1].Stems || r.Targets < 0 || r.Targets == 0 && (r.Documents == 0 || strings.Contains(r.Stems, " ")) || r.Documents < 0 {
			return nil, fmt.Errorf("%w: row %d: %q with %d targets in %d documents", schemas.ErrDamaged, i+1, r.Stems, r.Targets, r.Documents)
		}
		k.rows.add(r.Stems, int32(i))
		stems = slices.AppendSeq(stems[:0], strings.SplitSeq(r.Stems, " "))
		k.learn(r, stems)
		lines = strconv.AppendInt(append(append(lines, r.Stems...), '\t'), r.Targets, 10)
		lines = append(strconv.AppendInt(append(lines, '\t'), r.Documents, 10), '\n')
		if len(lines) > 1<<12 || i == len(rows)-1 {
			sum.Write(lines)
			lines = lines[:0]
		}
	}
	k.digest = hex.EncodeToString(sum.Sum(nil))
	return k, nil
}

// learn adds the counts of a row to those of its words.
func (k *Known) learn(r schemas.KnownPhrase, stems []string) {
	targets := min(r.Targets, mostTokens)
	first := firsts(stems)
	for i, s := range stems {
		w := k.words[s]
		if w.number == 0 {
			w.number = int32(len(k.words)) + 1
		}
		if len(stems) == 1 {
			w.documents = r.Documents
		}
		if first(s, i) {
			w.within = min(w.within+targets, mostTokens)
		}
		if i == 0 {
			w.begins = min(w.begins+targets, mostTokens)
		}
		if i == len(stems)-1 {
			w.ends = min(w.ends+targets, mostTokens)
		}
		k.words[s] = w
	}
}

// fewStems is the number of stems up to which a search through them is faster than a set.
const fewStems = 16

// firsts returns a function that reports whether a stem stands at i for the first time. Calls are in the order of the stems. A phrase
// may have any number of them.
func firsts(stems []string) func(stem string, i int) bool {
	if len(stems) <= fewStems {
		return func(stem string, i int) bool { return slices.Index(stems, stem) == i }
	}
	seen := make(map[string]bool, fewStems)
	return func(stem string, _ int) bool {
		had := seen[stem]
		seen[stem] = true
		return !had
	}
}

// Words reports whether the counts of single words are there. Without them every run of words would be a candidate.
func (k *Known) Words() bool {
	if k == nil {
		return false
	}
	for i := range k.list {
		if k.list[i].Targets == 0 {
			return true
		}
	}
	return false
}

// word returns the counts of a stem, zeros for an unknown one.
func (k *Known) word(stem string) word {
	if k == nil {
		return word{}
	}
	return k.words[stem]
}

// rate returns the logarithm of the share of the documents with a word that n counts, smoothed by .5 and 20.
func (w word) rate(n int64) float64 {
	return math.Log((min(float64(n), mostTokens) + .5) / (min(float64(w.documents), mostTokens) + 20))
}

// Digest returns the hexadecimal SHA-256 of the rows, "" for nil.
func (k *Known) Digest() string {
	if k == nil || len(k.list) == 0 {
		return ""
	}
	return k.digest
}

// row returns the row of a phrase, given as its stems joined by blanks; nil for an unknown one.
func (k *Known) row(stems []byte) *schemas.KnownPhrase {
	if k == nil {
		return nil
	}
	if i, ok := k.rows.find(stems, func(row int32) string { return k.list[row].Stems }); ok {
		return &k.list[i]
	}
	return nil
}

// uses counts the uses of a phrase in the training documents.
type uses struct {
	targets   int64 // documents that have it as a keyphrase
	documents int64 // documents that have it in their text
}

// of returns the uses of a phrase, given as its stems joined by blanks; zeros for an unknown one.
func (k *Known) of(stems []byte) uses {
	if r := k.row(stems); r != nil {
		return uses{r.Targets, r.Documents}
	}
	return uses{}
}
