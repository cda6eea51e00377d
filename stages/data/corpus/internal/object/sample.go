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

// LineSample returns the sample of a file with one object per line. It ignores an object that begin cuts off.
func LineSample(path string, begin []byte, c *record.Names) (*Sample, error) {
	var objects []*jsonlite.Value
	for line := range bytes.Lines(begin) {
		if object, _, err := parse(string(bytes.TrimPrefix(line, []byte("\ufeff")))); err == nil && len(objects) < lookedAt {
			objects = append(objects, object)
		}
	}
	return sample(path, objects, c)
}

// ArraySample is LineSample for a file that NewArray reads.
func ArraySample(path string, begin []byte, c *record.Names, at Place) (*Sample, error) {
	var objects []*jsonlite.Value
	in := &array{parser: parser{names: c}, in: &file.File{Text: bufio.NewReader(bytes.NewReader(begin))}, at: at}
	for range in.documents {
		object, _, err := parse(string(in.text))
		if err != nil {
			break
		}
		if objects = append(objects, object); len(objects) == lookedAt {
			break
		}
	}
	return sample(path, objects, c)
}

func sample(path string, objects []*jsonlite.Value, c *record.Names) (s *Sample, err error) {
	s = &Sample{Filled: map[string]int{}, Texts: map[string][]string{}}
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

// metadata is the object in which further fields often stand, as in Annif's and Zenodo's.
const metadata = "metadata"

// nested returns the names with those of fields that stand one level down and that the objects themselves lack: in the only object that
// has a title or a text if they have none, as in data.title, and in one that is called metadata or, for keywords, keywordList.
func nested(path string, objects []*jsonlite.Value, c *record.Names) (*record.Names, error) {
	var has [record.Fields]bool
	var fields []Place // where the objects have a title or a text
	for _, object := range objects {
		for key := range members(c, object, "") {
			if n := c.Find(key); n >= 0 {
				has[c.Field[n]] = true
			}
		}
		for _, p := range best(places(object, nil, c)) {
			if !p.list() && len(p.path) < 2 && !slices.ContainsFunc(fields, func(q Place) bool { return slices.Equal(p.path, q.path) }) {
				fields = append(fields, p)
			}
		}
	}
	own := slices.ContainsFunc(fields, Place.Zero)
	if fields = best(fields); !own && len(fields) > 1 {
		return nil, ambiguous(path, fields[0], fields[1])
	}
	add := map[string]int{}
	for _, object := range objects {
		for key, v := range object.Object {
			whole := !own && len(fields) > 0 && key == fields[0].path[0]
			if v.Kind() != jsonlite.Object || !whole && key != metadata && !strings.Contains(record.Fold(key), "keyword") {
				continue
			}
			for k := range v.Object {
				n := c.Find(k)
				if n < 0 || has[c.Field[n]] || c.Field[n] == record.ID && !whole || c.Field[n] != record.Keyphrases && !whole && key != metadata {
					continue
				}
				add[key+"."+k] = n
			}
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(add), func(a, b string) int { return cmp.Or(cmp.Compare(add[a], add[b]), cmp.Compare(a, b)) }) {
		c = c.With(name, c.Field[add[name]])
	}
	return c, nil
}
