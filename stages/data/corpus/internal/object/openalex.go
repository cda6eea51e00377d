package object

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// OpenAlex lists the keys that are read of a work as OpenAlex publishes it; its snapshots have one work per line
// (https://docs.openalex.org/api-entities/works/work-object).
func OpenAlex() record.Columns {
	return record.Columns{ID: []string{"id"}, Title: []string{"title", "display_name"}, Body: []string{"abstract_inverted_index"}, Keyphrases: []string{"keywords"}}
}

// NewOpenAlex reads works of OpenAlex, one per line. A work without an abstract has null for it.
func NewOpenAlex(f *file.File, c *record.Names) record.Enterable {
	return newLines(f, func(r *record.Record, line []byte) error { return openAlex(r, line, c.Label) })
}

// openAlex fills a record from a work, without its keywords if it is only labelled.
func openAlex(r *record.Record, line []byte, label bool) error {
	var work struct {
		ID       json.RawMessage `json:"id"`
		Title    json.RawMessage `json:"title"`
		Name     json.RawMessage `json:"display_name"` // equals the title; the API also sends it without a title
		Abstract json.RawMessage `json:"abstract_inverted_index"`
		Keywords json.RawMessage `json:"keywords"`
	}
	if err := json.Unmarshal(line, &work); err != nil {
		return jsonError(err)
	}
	title := work.Title
	if title == nil {
		title = work.Name
	}
	if label {
		work.Keywords = nil
	}
	r.Missing = record.Missing(title == nil, work.Abstract == nil, work.Keywords == nil)
	return cmp.Or(
		take(&r.ID, work.ID, func(raw json.RawMessage) (string, error) { return id("id", raw) }),
		take(&r.Title, title, func(raw json.RawMessage) (string, error) { return text(record.Title, "title", raw) }),
		take(&r.Body, work.Abstract, inverted),
		take(&r.Keyphrases, work.Keywords, openAlexKeywords))
}

// openAlexKeywords returns the names of a work's keywords: {"id":…,"display_name":…,"score":…}, or in the snapshots of
// early 2024 {"keyword":…,"score":…}.
func openAlexKeywords(raw json.RawMessage) ([]string, error) {
	var keywords []struct {
		Name *string `json:"display_name"`
		Word *string `json:"keyword"`
	}
	if err := json.Unmarshal(raw, &keywords); err != nil {
		return nil, fmt.Errorf("keywords must be a list of objects with display_name, it is %.40s", raw)
	}
	var names []string
	for i, k := range keywords {
		name := cmp.Or(k.Name, k.Word)
		if name == nil {
			return nil, fmt.Errorf("keyword %d has no display_name", i+1)
		}
		names = append(names, *name)
	}
	return names, nil
}
