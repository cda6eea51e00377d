package object

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// OpenAlex lists the keys that are read of a work as OpenAlex publishes it; its snapshots have one work per line
// (https://docs.openalex.org/api-entities/works/work-object). The display name equals the title; the API also sends it alone.
func OpenAlex() record.Columns {
	return record.Columns{ID: []string{"id"}, Title: []string{"title", "display_name"}, Body: []string{"abstract_inverted_index"}, Keyphrases: []string{"keywords"}}
}

// NewOpenAlex reads works of OpenAlex, one per line. A work without an abstract has null for it.
func NewOpenAlex(f *file.File, c *record.Names) record.Records {
	return &jsonl{in: file.NewLines(f), parser: parserOf(f, c, parts{inverted, openAlexKeywords})}
}

// openAlexKeywords reads the names of a work's keywords: {"id":…,"display_name":…,"score":…}, or in the snapshots of
// early 2024 {"keyword":…,"score":…}.
func openAlexKeywords(r *record.Record, _, _, raw string) error {
	var keywords []struct {
		Name *string `json:"display_name"`
		Word *string `json:"keyword"`
	}
	if err := json.Unmarshal([]byte(raw), &keywords); err != nil {
		return fmt.Errorf("keywords must be a list of objects with display_name, it is %.40s", raw)
	}
	for i, k := range keywords {
		name := cmp.Or(k.Name, k.Word)
		if name == nil {
			return fmt.Errorf("keyword %d has no display_name", i+1)
		}
		r.Keyphrases = append(r.Keyphrases, *name)
	}
	return nil
}
