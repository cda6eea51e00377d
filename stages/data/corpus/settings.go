package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Settings control how a corpus is read. Every stage that reads one embeds them.
type Settings struct {
	Format           string   `key:"format" choices:"auto,jsonl,json,csv,tsv,text,plain,parquet,openalex,s2,arrow" help:"auto (by content), jsonl, json, csv, tsv, text, plain, parquet, openalex, s2 or arrow"`
	Columns          []string `key:"columns" help:"columns of the parts: id=paper_id,title=name,text=summary,keywords=tags"`
	KeywordSeparator string   `key:"keyword_separator" help:"separator of keywords in one text, \\t for a tab"`
	RepeatedIDs      string   `key:"repeated_ids" choices:"refuse,number" help:"refuse a repeated id, or number it (id-2)"`
}

// Values of RepeatedIDs.
const (
	refuseRepeated = "refuse"
	numberRepeated = "number"
)

// DefaultSettings suit corpora with the usual column names.
func DefaultSettings() Settings {
	return Settings{Format: string(Auto), KeywordSeparator: ";", RepeatedIDs: refuseRepeated}
}

// Check returns an error for settings that contradict each other or make no sense.
func (s Settings) Check() error {
	var errs []error
	if s.KeywordSeparator == "" {
		errs = append(errs, errors.New("keyword_separator is empty"))
	}
	if f := Format(s.Format); len(s.Columns) > 0 && slices.Contains([]Format{Text, Plain, OpenAlex, S2}, f) {
		errs = append(errs, fmt.Errorf("columns are named, but the format %s has none", f))
	}
	columns, err := s.columns()
	if err == nil {
		_, err = columns.Ready()
	}
	if err != nil {
		errs = append(errs, fmt.Errorf("columns: %w", err))
	}
	return errors.Join(errs...)
}

// Options turns checked settings into options. label means that the corpus is only labelled and needs no keyphrases.
// say receives a line about each file.
func (s Settings) Options(label bool, say func(line string)) Options {
	columns, _ := s.columns()
	return Options{Format: Format(s.Format), Columns: columns, Label: label, Say: say}
}

// columns returns the default names, replaced where the user names columns. A name that the user gives to one part is
// removed from the others.
func (s Settings) columns() (Columns, error) {
	c := DefaultColumns()
	c.Separator = strings.ReplaceAll(s.KeywordSeparator, `\t`, "\t")
	keys := []string{"id", "title", "text", "keywords"}
	lists := []*[]string{&c.ID, &c.Title, &c.Body, &c.Keyphrases}
	for _, given := range s.Columns {
		key, name, ok := strings.Cut(given, "=")
		key, name = strings.TrimSpace(key), strings.TrimSpace(name)
		part := slices.Index(keys, key)
		if !ok || name == "" || part < 0 {
			return c, fmt.Errorf("%q: want PART=NAME, with PART one of %s", given, strings.Join(keys, ", "))
		}
		if !c.Must[part] {
			*lists[part], c.Must[part] = nil, true
		}
		*lists[part] = append(*lists[part], name)
	}
	for part, list := range lists {
		if c.Must[part] {
			continue
		}
		*list = slices.DeleteFunc(*list, func(name string) bool {
			return slices.ContainsFunc(s.Columns, func(given string) bool {
				_, taken, _ := strings.Cut(given, "=")
				return strings.EqualFold(strings.TrimSpace(taken), name)
			})
		})
	}
	return c, nil
}
