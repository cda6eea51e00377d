package object

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// S2 lists the keys that are read of a paper as Semantic Scholar publishes it, one per line:
//
//	papers     corpusid, title                     (https://api.semanticscholar.org/api-docs/datasets)
//	abstracts  corpusid, abstract
//	s2orc      corpusid, content: text and annotations, of which title and abstract are spans of the text
//	s2orc_v2   corpusid, title, body: text and annotations
//	S2ORC      paper_id, title, abstract of the metadata; abstract, a list of paragraphs, of the parses
//	           (https://github.com/allenai/s2orc, data/v2020-07-05)
//
// Of full texts only the abstract is read.
func S2() record.Columns {
	return record.Columns{ID: []string{"corpusid", "paper_id", "paperId"}, Title: []string{"title"}, Body: []string{"abstract", "content", "body"},
		Keyphrases: []string{"keywords"}}
}

// NewS2 reads papers of Semantic Scholar, one per line. Its files contain no keyphrases. The key "keywords" is read
// all the same, for users who have added it.
func NewS2(f *file.File, c *record.Names) record.Enterable {
	return newLines(f, func(r *record.Record, line []byte) error { return s2(r, line, c) })
}

// s2 fills a record from a paper.
func s2(r *record.Record, line []byte, c *record.Names) error {
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
	if c.Label {
		paper.Keywords = nil
	}
	r.Missing = record.Missing(paper.Title == nil && full == nil, paper.Abstract == nil && full == nil, paper.Keywords == nil)
	err := cmp.Or(
		take(&r.ID, number, func(raw json.RawMessage) (string, error) { return id(name, raw) }),
		take(&r.Title, paper.Title, func(raw json.RawMessage) (string, error) { return text(record.Title, "title", raw) }),
		take(&r.Body, paper.Abstract, paragraphs),
		list(r, "keywords", c.Split, paper.Keywords))
	if err != nil || full == nil {
		return err
	}
	return full.fill(r)
}

// paragraphs parses an abstract: a text, or a list of paragraphs, which it joins by line ends.
func paragraphs(raw json.RawMessage) (string, error) {
	if raw[0] != '[' {
		return text(record.Body, "abstract", raw)
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

// annotated is a full text with the spans of its parts.
type annotated struct {
	Text        *string `json:"text"`
	Annotations struct {
		Title    json.RawMessage `json:"title"`
		Abstract json.RawMessage `json:"abstract"`
	} `json:"annotations"`
}

// fill adds the parts that the paper lacks outside its full text: the first title (later ones belong to the series or
// are translations) and all pieces of the abstract.
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

// pieces returns the parts of the text that an annotation names. The annotation is a JSON text:
// [{"start":…,"end":…},…].
func (a *annotated) pieces(name string, raw json.RawMessage) (pieces []string, err error) {
	if raw == nil || string(raw) == "null" {
		return nil, nil
	}
	var written string
	var spans []struct{ Start, End *json.Number } // some releases write the numbers as texts
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
				err = fmt.Errorf("its pieces together exceed the limit of %d bytes per line", file.MaxLine)
			}
			pieces = append(pieces, strings.TrimSpace(piece))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the position of the %s in the text cannot be read: %w; get the paper from Semantic Scholar again, or leave it out", name, err)
	}
	return pieces, nil
}

// characters indexes a text by code point, counted from 0, so that a lookup does not count from the start each time.
type characters struct {
	text  string
	every []int // byte offsets of characters 0, stride, 2·stride, …
	n     int64 // number of characters
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

// find returns the byte offset of a character. The character after the last is at the end of the text.
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

// cut returns the characters in [start, end).
func (c characters) cut(start, end *json.Number) (string, error) {
	if start == nil || end == nil {
		return "", errors.New("a start or an end is missing")
	}
	from, err := start.Int64()
	if err != nil {
		return "", fmt.Errorf("the start %s is not a whole number", *start)
	}
	to, err := end.Int64()
	if err != nil {
		return "", fmt.Errorf("the end %s is not a whole number", *end)
	}
	lo, ok1 := c.find(from)
	hi, ok2 := c.find(to)
	if !ok1 || !ok2 || hi < lo || from == c.n {
		return "", fmt.Errorf("characters %d to %d are not within its %d", from, to, c.n)
	}
	return c.text[lo:hi], nil
}
