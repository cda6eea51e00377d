package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Settings are how a corpus is read: the part of its settings that every stage has which reads one.
type Settings struct {
	Format           string   `key:"format" choices:"auto,jsonl,json,csv,tsv,text,plain,parquet,openalex,s2,arrow" help:"format of the corpora: auto (by content), jsonl, json, csv, tsv, text (One2Set tokens), plain (a raw document a line), parquet, openalex (works), s2 (Semantic Scholar: papers, abstracts, S2ORC), arrow (a stream of record batches)"`
	Columns          []string `key:"columns" help:"columns that hold the parts: id=paper_id,title=name,text=summary,keywords=tags; several of one part by rank"`
	KeywordSeparator string   `key:"keyword_separator" help:"what parts the keywords where they are one text, \\t for a tab"`
	RepeatedIDs      string   `key:"repeated_ids" choices:"refuse,number" help:"an id that occurs again in a set: refuse, or number (id-2)"`
}

// Values of RepeatedIDs.
const (
	refuseRepeated = "refuse"
	numberRepeated = "number"
)

// DefaultSettings suit corpora with columns of the usual names.
func DefaultSettings() Settings {
	return Settings{Format: string(Auto), KeywordSeparator: ";", RepeatedIDs: refuseRepeated}
}

// Check refuses settings that cannot be meant.
func (s Settings) Check() error {
	var errs []error
	if s.KeywordSeparator == "" {
		errs = append(errs, errors.New("keyword_separator is empty"))
	}
	if f := Format(s.Format); len(s.Columns) > 0 && slices.Contains([]Format{Text, Plain, OpenAlex, S2}, f) {
		errs = append(errs, fmt.Errorf("columns are named, and the format %s has none", f))
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

// Options are the settings, which Check has passed, for a corpus with keyphrases, or without them for one that is only to
// be labelled. What is read of the files is said in lines.
func (s Settings) Options(label bool, say func(line string)) Options {
	columns, _ := s.columns()
	return Options{Format: Format(s.Format), Columns: columns, Label: label, Say: say}
}

// columns are the default names but for the parts that are given. A name that is given for one part is none of another's.
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
			return c, fmt.Errorf("%q: want PART=NAME, the part one of %s", given, strings.Join(keys, ", "))
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
