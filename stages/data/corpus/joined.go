package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// marks are the characters by which corpora commonly join keyphrases.
var marks = strings.Split(",|;\t\n，、；؛،•·#$*@", "")

// unclear stands for the mark of a list in which none shows. The others are the most words of a text that may be a keyphrase, and of one of
// a list.
const (
	unclear     = " "
	mostWords   = 10
	mostOfPiece = 5
)

// Joined returns the mark that seems to join the keyphrases of a raw record: the record has one keyphrase, which the
// mark splits into short pieces. Others than the common ones stand between blanks at least twice, as in "a / b / c"; a text that is too
// long for a keyphrase is joined by a blank. It returns "" if there is no such mark. some reports whether the record has any keyphrase.
func Joined(r *Record) (mark string, some bool) {
	if r.Tokenized || len(r.Keyphrases) == 0 || len(r.Keyphrases) == 1 && strings.TrimSpace(r.Keyphrases[0]) == "" {
		return "", false
	}
	if len(r.Keyphrases) > 1 {
		return "", true
	}
	for _, mark := range append(tags.FindAllString(r.Keyphrases[0], 1), marks...) {
		pieces := slices.DeleteFunc(strings.Split(r.Keyphrases[0], mark), blank) // a list may end with its mark, or double it
		if len(pieces) > 1 && (len(pieces) > 2 || !strings.Contains("#$*@", mark)) && short(pieces) {
			return mark, true
		}
	}
	words := strings.Fields(r.Keyphrases[0])
	for _, mark := range words[:min(len(words), mostOfPiece+1)] { // one stands behind the first piece
		if !isMark(mark) {
			continue
		}
		if pieces := strings.Split(r.Keyphrases[0], " "+mark+" "); len(pieces) > 2 && short(pieces) {
			return mark, true
		}
	}
	if len(words) > mostWords {
		return unclear, true
	}
	return "", true
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// tags matches what networks write between phrases.
var tags = regexp.MustCompile(`<sep>|<SEP>|\[SEP\]|</?s>|<p?eos>|<kp>`)

// isMark reports whether a word is no word: / or <sep>, but not the & and + of a phrase.
func isMark(word string) bool {
	tag := strings.HasPrefix(word, "<") && strings.HasSuffix(word, ">")
	return tag || word != "&" && word != "+" && !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// usual is the separator of keyphrases unless the column shows another one, and the others are those that it may show.
const (
	usual       = ";"
	spacedComma = ", "
	spacedBar   = " | " // of Scopus
)

// separate finds the separator of keyphrases in one text, and warns of it if it is not the usual one.
func (o *opening) separate(r Records, keys []string, texts func(key string, column int) []string) {
	at, _ := o.names.Read(keys)
	column := at[record.Keyphrases]
	by, ok := r.(interface{ Separate(mark string) })
	if o.KeywordSeparator != auto || o.Predicted || !ok || column < 0 {
		return
	}
	mark := spacedComma
	if !lists(texts(keys[column], column), mark) {
		mark = spacedBar
	}
	if mark == spacedBar && !lists(texts(keys[column], column), mark) {
		return
	}
	by.Separate(mark)
	if o.Warn != nil {
		o.Warn(fmt.Sprintf("%s: the keywords are separated by %q, as those in the first rows of the column %s show; if they are not, give --keyword-separator ';'", o.file.Path, mark, strings.TrimSpace(keys[column])))
	}
}

// lists reports whether texts are lists of keyphrases with a comma and a blank, or another mark, between them: at least two, most of
// several short pieces, more than two on average, since one keyphrase may have a comma; and none with another mark.
func lists(texts []string, mark string) bool {
	some, several, phrases := 0, 0, 0
	for _, text := range texts {
		text = strings.TrimSpace(markup.Plain(text))
		if strings.ContainsAny(strings.ReplaceAll(text, mark, ""), ";|\t\n[") {
			return false
		}
		pieces := strings.Split(strings.TrimRight(text, mark), mark)
		if len(pieces) > 1 && short(pieces) {
			several, phrases = several+1, phrases+len(pieces)
		}
		if text != "" {
			some++
		}
	}
	return several > 1 && 2*several > some && phrases > 2*several
}

// short reports whether all pieces could be keyphrases: one to five words, the first of which does not continue a list
// in a sentence.
func short(pieces []string) bool {
	for _, p := range pieces {
		words := strings.Fields(p)
		if len(words) == 0 || len(words) > mostOfPiece || words[0] == "and" || words[0] == "or" {
			return false
		}
	}
	return true
}

// Separators judges a set after judged records with keyphrases, or at its end if there are at least leastToBe.
const (
	judged    = 1000
	leastToBe = 10
)

// Separators detects a wrong keyword separator. It reports an error if more than half of the first records with
// keyphrases, and at least ten, look joined by another mark.
type Separators struct {
	Separator string // the separator in use
	Remedy    string // advice of the error; "": to give another --keyword-separator
	some      int
	joined    map[string]int
}

// Count receives the result of Joined for every record in order. Its error is final.
func (s *Separators) Count(file, mark string, some bool) error {
	if !some || s.some == judged {
		return nil
	}
	s.some++
	if mark != "" {
		if s.joined == nil {
			s.joined = map[string]int{}
		}
		s.joined[mark]++
	}
	if s.some == judged {
		return s.End(file)
	}
	return nil
}

// End judges a set at its end.
func (s *Separators) End(file string) error {
	for mark, n := range s.joined {
		if s.some < leastToBe || 2*n <= s.some { // at most one mark has more than half
			continue
		}
		looks := fmt.Sprintf("looks joined by '%s'", strings.NewReplacer("\t", `\t`, "\n", `\n`).Replace(mark))
		remedy := s.Remedy
		if remedy == "" {
			remedy = fmt.Sprintf("give --keyword-separator %s, or, if they are a list, one phrase per element", strings.TrimPrefix(looks, "looks joined by "))
		}
		if mark == unclear {
			looks = fmt.Sprintf("has more than %d words", mostWords)
			remedy = strings.Replace(remedy, "' '", "MARK", 1)
		}
		return &schemas.FileError{File: file, Place: "keywords",
			Err:    fmt.Errorf("in %d of %d records they are one phrase that %s; the separator is %q", n, s.some, looks, strings.ReplaceAll(s.Separator, auto, usual)),
			Remedy: remedy}
	}
	return nil
}
