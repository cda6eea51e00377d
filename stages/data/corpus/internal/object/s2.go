package object

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"wrone2set/stages/data/corpus/internal/file"
	"wrone2set/stages/data/corpus/internal/record"
)

// S2 are the keys that are read of a paper as Semantic Scholar publishes it, one a line:
//
//	papers     corpusid, title                     (https://api.semanticscholar.org/api-docs/datasets)
//	abstracts  corpusid, abstract
//	s2orc      corpusid, content: text and annotations, of which title and abstract say where they stand
//	s2orc_v2   corpusid, title, body: text and annotations
//	S2ORC      paper_id, title, abstract of the metadata; abstract, a list of paragraphs, of the parses
//	           (https://github.com/allenai/s2orc, data/v2020-07-05)
//
// Of full texts the abstract is read, and none of the body.
func S2() record.Columns {
	return record.Columns{ID: []string{"corpusid", "paper_id", "paperId"}, Title: []string{"title"}, Body: []string{"abstract", "content", "body"},
		Keyphrases: []string{"keywords"}}
}

// NewS2 reads papers of Semantic Scholar, one a line. There are no keyphrases in what it publishes; "keywords" are read as
// those of any object, for those who have added them.
func NewS2(f *file.File, split string) record.Enterable {
	return newLines(f, func(r *record.Record, line []byte) error { return s2(r, line, split) })
}

// s2 takes the parts of a paper.
func s2(r *record.Record, line []byte, split string) error {
	var paper struct {
		CorpusID json.RawMessage `json:"corpusid"`
		PaperID  json.RawMessage `json:"paper_id"`
		Hash     json.RawMessage `json:"paperId"`
		Title    json.RawMessage `json:"title"`
		Abstract json.RawMessage `json:"abstract"`
		Content  *annotated      `json:"content"`
		Body     *annotated      `json:"body"`
		Keywords json.RawMessage `json:"keywords"`
	}
	if err := json.Unmarshal(line, &paper); err != nil {
		return jsonError(err)
	}
	name, number := "corpusid", paper.CorpusID
	if number == nil {
		name, number = "paper_id", paper.PaperID
	}
	if number == nil {
		name, number = "paperId", paper.Hash
	}
	full := cmp.Or(paper.Content, paper.Body)
	r.Missing = record.Missing(paper.Title == nil && full == nil, paper.Abstract == nil && full == nil, paper.Keywords == nil)
	err := cmp.Or(
		take(&r.ID, number, func(raw json.RawMessage) (string, error) { return id(name, raw) }),
		take(&r.Title, paper.Title, func(raw json.RawMessage) (string, error) { return text("title", raw) }),
		take(&r.Body, paper.Abstract, paragraphs),
		take(&r.Keyphrases, paper.Keywords, func(raw json.RawMessage) ([]string, error) { return list("keywords", split, raw) }))
	if err != nil || full == nil {
		return err
	}
	return full.fill(r)
}

// paragraphs are an abstract: a text, or a list of paragraphs, which are joined by line ends.
func paragraphs(raw json.RawMessage) (string, error) {
	if raw[0] != '[' {
		return text("abstract", raw)
	}
	var list []struct{ Text *string }
	if err := json.Unmarshal(raw, &list); err != nil {
		return "", fmt.Errorf("abstract must be a text or a list of paragraphs, it is %.40s", raw)
	}
	var texts []string
	for i, p := range list {
		if p.Text == nil {
			return "", fmt.Errorf("paragraph %d of the abstract has no text", i+1)
		}
		texts = append(texts, *p.Text)
	}
	return strings.Join(texts, "\n"), nil
}

// annotated is a full text and where its parts stand.
type annotated struct {
	Text        *string `json:"text"`
	Annotations struct {
		Title    json.RawMessage `json:"title"`
		Abstract json.RawMessage `json:"abstract"`
	} `json:"annotations"`
}

// fill takes what the paper does not have beside its full text: the first of its titles, since later ones are those of
// the series or in other languages, and all pieces of its abstract.
func (a *annotated) fill(r *record.Record) error {
	titles, err := a.pieces("title", a.Annotations.Title)
	if err != nil {
		return err
	}
	abstract, err := a.pieces("abstract", a.Annotations.Abstract)
	if err != nil {
		return err
	}
	if r.Title == "" && len(titles) > 0 {
		r.Title = titles[0]
	}
	if r.Body == "" {
		r.Body = strings.Join(abstract, "\n")
	}
	return nil
}

// pieces are the parts of the text that an annotation names, [{"start":…,"end":…},…], which is written as a text.
func (a *annotated) pieces(name string, raw json.RawMessage) (pieces []string, err error) {
	if raw == nil || string(raw) == "null" {
		return nil, nil
	}
	var written string
	var spans []struct{ Start, End *json.Number } // some releases have the numbers as texts
	err = json.Unmarshal(raw, &written)
	if err == nil {
		err = json.Unmarshal([]byte(written), &spans)
	}
	if err == nil && a.Text == nil && len(spans) > 0 {
		err = errors.New("there is no text")
	}
	var at characters
	if len(spans) > 0 && err == nil {
		at = charactersOf(*a.Text)
	}
	left := file.MaxLine
	for i := 0; err == nil && i < len(spans); i++ {
		var piece string
		if piece, err = at.cut(spans[i].Start, spans[i].End); err == nil {
			if left -= len(piece); left < 0 {
				err = fmt.Errorf("its pieces are longer together than the %d bytes that a line may have", file.MaxLine)
			}
			pieces = append(pieces, strings.TrimSpace(piece))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("where the %s stands in the text cannot be read: %w; get the paper from Semantic Scholar again, or leave it out", name, err)
	}
	return pieces, nil
}

// characters is a text in which a character is found by its number, counted as code points from 0, without counting from
// the start for each of many.
type characters struct {
	text  string
	every []int // where characters 0, stride, 2·stride, … begin, in bytes
	n     int64 // of them
}

const stride = 64

func charactersOf(text string) characters {
	c := characters{text: text}
	for i := range text {
		if c.n%stride == 0 {
			c.every = append(c.every, i)
		}
		c.n++
	}
	return c
}

// find is where a character begins, in bytes; the one behind the last is at the end.
func (c characters) find(number int64) (at int, ok bool) {
	if number == c.n {
		return len(c.text), true
	}
	if number < 0 || number > c.n {
		return 0, false
	}
	from, left := c.every[number/stride], number%stride
	for i := range c.text[from:] {
		if left == 0 {
			return from + i, true
		}
		left--
	}
	return 0, false
}

// cut is the text from character start to end, the end left out.
func (c characters) cut(start, end *json.Number) (string, error) {
	if start == nil || end == nil {
		return "", errors.New("a start or an end is missing")
	}
	from, err := start.Int64()
	if err != nil {
		return "", fmt.Errorf("the start %s is no whole number", *start)
	}
	to, err := end.Int64()
	if err != nil {
		return "", fmt.Errorf("the end %s is no whole number", *end)
	}
	lo, ok1 := c.find(from)
	hi, ok2 := c.find(to)
	if !ok1 || !ok2 || hi < lo || from == c.n {
		return "", fmt.Errorf("characters %d to %d are not within its %d", from, to, c.n)
	}
	return c.text[lo:hi], nil
}
