package record

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// ErrUTF8 is the reason to reject a record that is not valid text.
var ErrUTF8 = errors.New("not valid UTF-8")

// ErrNUL is the reason to reject a record with a NUL character where a blank in its place would make another id or another token.
var ErrNUL = errors.New("a NUL character in the id or between tokens; remove it, as with: tr -d '\\000'")

// Sound returns an error for a record with a text that is not valid. NUL is no text: databases, XML and C programs that read the labels
// take it for the end of a text, or refuse it. So title, body and keyphrases get a blank in its place, which keeps all other places.
func (r *Record) Sound() error {
	texts := []*string{&r.ID, &r.Title, &r.Body}
	for i := range r.Keyphrases {
		texts = append(texts, &r.Keyphrases[i])
	}
	for i, text := range texts {
		switch {
		case !utf8.ValidString(*text):
			return ErrUTF8
		case strings.IndexByte(*text, 0) < 0:
		case i == 0:
			return ErrNUL
		default:
			*text, r.NUL = strings.ReplaceAll(*text, "\x00", " "), true
		}
	}
	return nil
}

// Whole checks a record that its format read in one piece.
func Whole(u *Unparsed, path string) (Record, error) {
	if u.Err != nil {
		return Record{File: path, Row: u.Row}, u.Err
	}
	if err := u.Record.Sound(); err != nil {
		return Record{File: path, Row: u.Row}, err
	}
	return *u.Record, nil
}

// nothing are texts by which programs write a missing value.
var nothing = []string{"nan", "NaN", "None", "null", "NULL", "<NA>", "N/A", "n/a"}

// uris matches the URIs of subjects as Annif joins them, by blanks.
var uris = regexp.MustCompile(`\A<?https?://[^\s<>;,|]+>?(?:\s+<?https?://[^\s<>;,|]+>?)+\z`)

// SetKeyphrases sets the keyphrases from one text: the phrases of a printed list, see Items, URIs with blanks between them, or the
// text split at mark. Phrases printed with scores set the scores, too.
func (r *Record) SetKeyphrases(cell, mark string) error {
	cell = strings.TrimSpace(cell)
	r.Keyphrases, r.Scores = nil, nil
	if cell == "" || slices.Contains(nothing, cell) {
		return nil
	}
	items, ok := Items(cell)
	if !ok && (strings.HasPrefix(cell, "['") || strings.HasPrefix(cell, `["`)) && strings.HasSuffix(cell, "]") {
		return fmt.Errorf("the keywords look like a list, but are none of JSON or Python; join them by %q, or write a JSON list", mark)
	}
	if uris.MatchString(cell) {
		r.Keyphrases = strings.FieldsFunc(cell, func(c rune) bool { return unicode.IsSpace(c) || c == '<' || c == '>' })
		return nil
	}
	if !ok {
		list := markup.Plain(cell) // a mark may be that of an entity such as &amp;
		if bare := strings.TrimSpace(mark); bare != mark && bare != "" {
			list = strings.TrimSuffix(list, bare) // behind the last one, without a blank
		}
		r.Keyphrases = strings.Split(list, mark)
		return nil
	}
	r.Keyphrases = make([]string, len(items))
	for i, item := range items {
		r.Keyphrases[i] = item.Phrase
		if item.Score != nil {
			r.Scores = append(r.Scores, *item.Score)
		}
	}
	if n := len(r.Scores); n > 0 && n < len(items) {
		return fmt.Errorf("%d of %d keywords have a score", n, len(items))
	}
	return nil
}

// phraseKeys are the keys of objects that hold a keyphrase: of OpenAlex, MeSH, DataCite, SKOS and ours, and of XML made JSON.
var phraseKeys = []string{"display name", "keyword", "keyphrase", "phrase", "name", "label", "preflabel", "term", "descriptor name", "subject", "value", "text", "word", "p", "rendered", "#text", "$t"}

// attributes are keys of objects that hold no keyphrase, but say something of one.
var attributes = []string{"lang", "language", "type", "id", "uri", "url", "source", "scheme"}

// PhraseKey returns the key of an object that holds its keyphrase, among the keys that have texts: the one of a known name, or
// the only one that is no attribute.
func PhraseKey(texts []string) (key string, ok bool) {
	var known []string
	for _, k := range texts {
		if slices.Contains(phraseKeys, Fold(k)) {
			known = append(known, k)
		}
	}
	if len(known) == 0 {
		known = slices.DeleteFunc(slices.Clone(texts), func(k string) bool { return slices.Contains(attributes, Fold(k)) })
	}
	if len(known) != 1 || slices.Contains(attributes, Fold(known[0])) {
		return "", false
	}
	return known[0], true
}
