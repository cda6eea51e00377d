package spelling

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

var update = flag.Bool("update", false, "learn names.txt from the texts beside the repository, in some minutes")

// learned counts how texts write words and keyphrases within their sentences, and how lists spell keyphrases.
type learned struct {
	words, phrases, lists, listed map[string][]form // words and keyphrases of texts, keyphrases of lists and their words, by small letters
	learner                       Learner
	pairs                         map[string]int64 // two words with a capital each, as texts write them, by small letters
}

// text is a document of the corpora.
type text struct {
	Abstract string
	Keywords []string
}

// TestUpdateNames learns names.txt.
func TestUpdateNames(t *testing.T) {
	if !*update {
		t.Skip("-update learns names.txt")
	}
	l := learned{words: map[string][]form{}, phrases: map[string][]form{}, lists: map[string][]form{}, listed: map[string][]form{}, pairs: map[string]int64{}}
	lists := []string{"train_pool.jsonl.gz", "more/authorkw_train.jsonl.gz"}
	for _, name := range lists {
		read(t, name, func(d text) { l.learner.Learn(d.Keywords) })
	}
	for _, name := range lists {
		read(t, name, func(d text) {
			for _, k := range l.learner.Spell(d.Keywords) {
				l.lists[strings.ToLower(k)] = add(l.lists[strings.ToLower(k)], k, 1)
				for a := range atoms(k, 0) {
					l.listed[key(k, a)] = add(l.listed[key(k, a)], a.word, 1)
				}
			}
		})
	}
	texts := append(lists, "arxiv.jsonl.zst")
	for _, name := range texts {
		read(t, name, func(d text) { l.pair(d.Abstract) })
	}
	for _, name := range texts {
		read(t, name, func(d text) { l.read(d.Abstract) })
	}
	if err := os.WriteFile("names.txt", []byte(strings.Join(l.names(ordinary(t)), "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

// read reads a corpus.
func read(t *testing.T, name string, each func(text)) {
	file, err := os.Open(parity.Path(t, "..", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var from io.Reader
	if strings.HasSuffix(name, ".gz") {
		from, err = gzip.NewReader(file)
	} else {
		from, err = zstd.NewReader(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	for lines := json.NewDecoder(bufio.NewReader(from)); ; {
		var d text
		if err := lines.Decode(&d); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(name, err)
		}
		each(d)
	}
}

// read counts the words of a text whose case counts, and the keyphrases of such words.
func (l *learned) read(body string) {
	const longest = 6 // words
	d, run := NewDocument(english, nil, "", body), []atom(nil)
	for a := range atoms(body, 0) {
		if !d.counts(1, a) || d.at(1, a.start).style != sentenceCase {
			run = run[:0]
			continue
		}
		l.words[key(body, a)] = add(l.words[key(body, a)], a.word, 1)
		if len(run) > 0 && strings.Trim(body[run[len(run)-1].end:a.start], " -") != "" {
			run = run[:0]
		}
		if run = append(run, a); len(run) > longest {
			run = run[1:]
		}
		for i := range run[:len(run)-1] {
			phrase := body[run[i].start:a.end]
			if name := strings.ToLower(phrase); l.lists[name] != nil || l.pairs[name] >= leastPair {
				l.phrases[name] = add(l.phrases[name], phrase, 1)
			}
		}
	}
}

// leastPair is how often texts have a pair that no list has.
const leastPair = 10

// pair counts the pairs of a text.
func (l *learned) pair(body string) {
	d, last := NewDocument(english, nil, "", body), atom{}
	for a := range atoms(body, 0) {
		named := capitalised(a.word) && !ownCapitals(a.word) && d.counts(1, a) && d.at(1, a.start).style == sentenceCase
		if named && last.word != "" && body[last.end:a.start] == " " {
			l.pairs[strings.ToLower(body[last.start:a.end])]++
		}
		if last = a; !named {
			last.word = ""
		}
	}
}

// ordinary reads a list of English words, such as that of Debian's package wamerican. Of names only their letter is a capital there.
func ordinary(t *testing.T) map[string]bool {
	list, err := os.ReadFile("/usr/share/dict/words")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for w := range strings.FieldsSeq(string(list)) {
		words[w] = true
	}
	return words
}

// names returns the words that texts write with a capital, if it is at their beginning or lists lack it, and the keyphrases that they
// write otherwise than lists or these words.
func (l *learned) names(ordinary map[string]bool) []string {
	words, all := map[string]string{}, []string(nil)
	for name, forms := range l.words {
		if listed := most(l.listed[name]); hasUpper(listed) && small(name, forms, listed) {
			all = append(all, name)
			continue
		}
		form := sure(forms, 5, .8)
		if ordinary[name] { // products are called Shampoo and ISLANDS
			if form = sure(forms, 13, .94); ownCapitals(form) {
				continue
			}
		}
		if !hasUpper(form) || len(form) < 3 || len(form) != len(name) || strings.IndexFunc(form, notLetter) >= 0 {
			continue
		}
		words[name] = form
		if listed := most(l.learner.forms[name]); !ownCapitals(form) || listed != "" && listed != form && total(forms) >= 10 {
			all = append(all, form)
		}
	}
	for name, forms := range l.phrases {
		form := sure(forms, 4, .75)
		if strings.ContainsAny(form, "ÃÂâ") {
			continue
		}
		plain := respell(name, func(a atom) string { return cmp.Or(words[key(name, a)], a.word) })
		if l.lists[name] == nil {
			form = sure(forms, leastPair, .95)
		}
		if form != "" && form != plain || form != "" && most(l.lists[name]) != form && total(l.lists[name]) > 1 {
			all = append(all, form)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// small reports whether texts write a word in small letters that lists write with capitals: in most places, or, if these are all its letters, in so
// many that it is a word, too: CAT.
func small(name string, forms []form, listed string) bool {
	return sure(forms, 5, .8) == name || capitals(listed) && total(forms) >= 5 && float64(of(forms, name)) >= .2*float64(total(forms))
}

// notLetter reports whether a character is none of a word.
func notLetter(r rune) bool {
	return r > 0x24f || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' || strings.ContainsRune("ÃÂâ", r)
}

// sure returns the most frequent form if it occurs often enough, and in enough of all cases.
func sure(forms []form, least int64, share float64) string {
	best := most(forms)
	if times := of(forms, best); times < least || float64(times) < share*float64(total(forms)) {
		return ""
	}
	return best
}

// of returns how often a form occurs.
func of(forms []form, word string) (times int64) {
	for _, f := range forms {
		if f.word == word {
			times = f.times
		}
	}
	return times
}

func total(forms []form) (times int64) {
	for _, f := range forms {
		times += f.times
	}
	return times
}
