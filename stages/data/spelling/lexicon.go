package spelling

import (
	"iter"
	"maps"
	"strings"
	"sync"
	"unicode/utf8"
)

// Keyphrase is a keyphrase of labelled documents.
type Keyphrase struct {
	Spelling string
	Times    int64 // documents that have it
}

// Labelled gives the spellings of labelled documents. It is for concurrent use.
type Labelled interface {
	// Spelling returns the most frequent spelling of a keyphrase, given as stems joined by blanks; "" for an unknown one.
	Spelling(stems string) string
	// Uses returns how many labelled documents have a word, given in lower case, in their text and how many keyphrases contain it.
	Uses(word string) (documents, keyphrases int64)
	// Keyphrases returns keyphrases with their spellings, always in the same order.
	Keyphrases() iter.Seq[Keyphrase]
}

// Lexicon spells by labelled documents. Nil knows of none. It is safe for concurrent use.
type Lexicon struct {
	of    Labelled
	once  sync.Once
	words map[string]string // of each word that is a name or that a keyphrase has with a capital, its form: that of names, or the most frequent; by key
}

// NewLexicon returns the lexicon of labelled documents. It reads them when the first word needs it, or with Prepare.
func NewLexicon(of Labelled) *Lexicon { return &Lexicon{of: of} }

// Prepare reads the labelled documents, which takes as long as labelling some documents.
func (l *Lexicon) Prepare() { l.forms() }

// forms returns the forms of words.
func (l *Lexicon) forms() map[string]string {
	if l == nil {
		return known().words
	}
	l.once.Do(func() {
		counted := map[string][]form{} // of words that a keyphrase has with a capital
		for k := range l.of.Keyphrases() {
			if hasUpper(k.Spelling) {
				for a := range atoms(k.Spelling, 0) {
					if hasUpper(a.word) {
						counted[key(k.Spelling, a)] = nil
					}
				}
			}
		}
		for k := range l.of.Keyphrases() {
			for a := range atoms(k.Spelling, 0) {
				name := key(k.Spelling, a)
				if forms, ok := counted[name]; ok {
					counted[name] = add(forms, a.word, k.Times)
				}
			}
		}
		l.words = make(map[string]string, len(counted))
		for name, f := range counted {
			l.words[name] = most(f)
		}
		maps.Copy(l.words, known().words)
	})
	return l.words
}

// unknown reports whether no labelled document contains a word, given by its key. Without labelled documents no word is unknown.
func (l *Lexicon) unknown(key string) bool {
	return l.uses(key, func(documents, keyphrases int64) bool { return documents == 0 && keyphrases == 0 })
}

// scarce reports whether so few labelled documents contain a word, and so few of their keyphrases, that it is no word of science: of 350
// such words before another with a capital, within sentences of books of quotations and of abstracts, two in three had one, too.
func (l *Lexicon) scarce(key string) bool {
	return l.uses(key, func(documents, keyphrases int64) bool { return documents < 70 && 8*keyphrases <= documents })
}

// uses tests the uses of a word that keyphrases do not have with a capital. Without labelled documents it reports false.
func (l *Lexicon) uses(key string, test func(documents, keyphrases int64) bool) bool {
	return l != nil && l.forms()[key] == "" && test(l.of.Uses(key))
}

// Spelling returns how labelled documents spell a keyphrase, "" if they have none with these stems.
func (l *Lexicon) Spelling(stems []string) string {
	if l == nil {
		return ""
	}
	return named(l.of.Spelling(strings.Join(stems, " ")))
}

// Absent returns the spelling of a phrase that is not in the text: that of labelled documents, else its tokens, joined as
// people write them. It is "" if a token is special, see Special, and no labelled document has the phrase, or if that of labelled documents
// is no phrase.
func (l *Lexicon) Absent(tokens, stems []string) string {
	if s := l.Spelling(stems); odd(s) {
		return ""
	} else if s != "" {
		return s
	}
	words := l.forms()
	var b strings.Builder
	for i, t := range tokens {
		if Special(t) {
			return ""
		}
		if i > 0 && !attached(t) && tokens[i-1] != "(" {
			b.WriteByte(' ')
		}
		if w := words[t]; len(w) == len(t) && utf8.RuneCountInString(t) > 1 {
			t = w
		}
		b.WriteString(t)
	}
	return named(b.String())
}

// odd reports whether a keyphrase of a list is none that people write: a path of a classification (PsyArXiv|Neuroscience), a heading with
// qualifiers (DDT/*toxicity, COVID-19 [mh]), marks of programs, TeX and HTML or of a wrong encoding (na?ve Bayes), half of a pair.
func odd(keyphrase string) bool {
	return strings.ContainsAny(keyphrase, "|<>\\_$^=ÃÂ¬") || strings.Contains(keyphrase, "/*") || strings.Contains(keyphrase, " [") || strings.HasSuffix(keyphrase, "&") ||
		strings.Contains(strings.TrimSuffix(keyphrase, "?"), "?") || strings.Count(keyphrase, "(") != strings.Count(keyphrase, ")")
}

// Special reports whether a token stands for something else, as <digit> and <unk> do.
func Special(token string) bool {
	return len(token) > 2 && token[0] == '<' && token[len(token)-1] == '>'
}

// attached reports whether a token is written without a blank before it.
func attached(token string) bool {
	return strings.HasPrefix(token, "'") || token == "n't" || strings.Trim(token, ",.)%") == ""
}
