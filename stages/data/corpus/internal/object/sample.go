package object

import (
	"bufio"
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// lookedAt is the number of objects whose keys are inspected.
const lookedAt = 100

// Sample is what the first objects of a file have.
type Sample struct {
	Names  *record.Names       // with those of fields that stand one level down
	Keys   []string            // sorted
	Order  []string            // those of the objects themselves, in the order in which they first appear
	Filled map[string]int      // per key: values other than null and an empty text
	Texts  map[string][]string // per key: its texts
}

// NewSample returns the sample of a file, of which begin is the beginning: of the objects on its lines, or, with at, of the documents that
// NewArray reads. It ignores what is no object, such as one that begin cuts off.
func NewSample(path string, begin []byte, c *record.Names, at *Place) (s *Sample, err error) {
	var objects []*jsonlite.Value
	add := func(text []byte) (more bool) {
		if object, _, err := value(string(text)); err == nil && object.Kind() == jsonlite.Object {
			objects = append(objects, object)
		}
		return len(objects) < lookedAt
	}
	if at != nil {
		in := &array{parser: parser{names: c}, in: &file.File{Text: bufio.NewReader(bytes.NewReader(begin))}, at: *at}
		in.documents(func(int64) bool { return add(in.text) })
	} else {
		for line := range bytes.Lines(begin) {
			if !add(bytes.TrimPrefix(line, []byte("\ufeff"))) {
				break
			}
		}
	}
	s = &Sample{Filled: map[string]int{}, Texts: map[string][]string{}}
	if slices.ContainsFunc(objects, subjects) {
		c = c.With("subjects", record.Keyphrases)
	}
	if s.Names, err = nested(path, objects, c); err != nil {
		return nil, err
	}
	nests := map[string]bool{} // objects of which the members are listed
	for _, object := range objects {
		for key, v := range members(s.Names, object, "") {
			nests[key] = nests[key] || v.Kind() == jsonlite.Object && s.Names.Holds(key)
			if _, known := s.Filled[key]; !known {
				s.Filled[key] = 0
				if object.Lookup(key) != nil {
					s.Order = append(s.Order, key)
				}
			}
			if v.Kind() == jsonlite.Null || v.JSON() == `""` {
				continue
			}
			s.Filled[key]++
			if text, ok := unquoted(v); ok {
				s.Texts[key] = append(s.Texts[key], text)
			}
		}
	}
	s.Keys = slices.DeleteFunc(slices.Sorted(maps.Keys(s.Filled)), func(key string) bool { return nests[key] })
	return s, nil
}

// subjects reports whether an object, or one within it, has subjects that name themselves, as in Annif's JSON lines and in DataCite's answers.
func subjects(object *jsonlite.Value) bool {
	for key, v := range object.Object {
		if key == "subjects" && v.Kind() == jsonlite.Array {
			phrases, ok := named(v)
			return ok && len(phrases) > 0
		}
		if v.Kind() == jsonlite.Object && v.Lookup("subjects") != nil && subjects(v) {
			return true
		}
	}
	return false
}

// metadata is the object in which further fields often stand, as in Annif's and Zenodo's.
const metadata = "metadata"

// nested returns the names with those of fields that stand one level down and that the objects themselves lack: in the only object that
// has a title or a text if they have none, as in data.title, and in one that is called metadata or, for keywords, keywordList.
func nested(path string, objects []*jsonlite.Value, c *record.Names) (*record.Names, error) {
	var has [record.Fields]bool
	var within []Place // where the objects have a title or a text
	for _, object := range objects {
		for part, ok := range fields(object, c) {
			has[part] = has[part] || ok
		}
		for _, p := range best(places(object, nil, c)) {
			if !p.list() && len(p.path) < 2 && !slices.ContainsFunc(within, func(q Place) bool { return slices.Equal(p.path, q.path) }) {
				within = append(within, p)
			}
		}
	}
	own := slices.ContainsFunc(within, Place.Zero)
	if within = best(within); !own && len(within) > 1 {
		return nil, ambiguous(path, within[0], within[1])
	}
	add := map[string]int{}
	for _, object := range objects {
		for key, v := range object.Object {
			if v.Kind() != jsonlite.Object {
				continue
			}
			whole := !own && len(within) > 0 && key == within[0].path[0]
			for k := range v.Object {
				n := c.Find(k)
				if n < 0 || has[c.Field[n]] {
					continue
				}
				switch part := c.Field[n]; {
				case whole, key == metadata && part != record.ID, part == record.Keyphrases && strings.Contains(record.Fold(key), "keyword"):
					add[key+"."+k] = n
				}
			}
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(add), func(a, b string) int { return cmp.Or(cmp.Compare(add[a], add[b]), cmp.Compare(a, b)) }) {
		c = c.With(name, c.Field[add[name]])
	}
	return c, nil
}
