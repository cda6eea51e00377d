package survey

import (
	"cmp"
	"fmt"
	"slices"
)

// groups are documents by a name; a document can be in several.
type groups struct {
	ids map[string]int32 // numbers by name
	all []Group          // by number, in order of first occurrence
}

// of returns the number of the group with a name, a new one if there is none.
func (g *groups) of(name string) int32 {
	id, ok := g.ids[name]
	if !ok {
		if g.ids == nil {
			g.ids = map[string]int32{}
		}
		id = int32(len(g.all))
		g.ids[name], g.all = id, append(g.all, Group{Name: name})
	}
	return id
}

// largest returns the groups, the largest first.
func (g *groups) largest() []Group {
	return slices.SortedFunc(slices.Values(g.all), func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Name, b.Name))
	})
}

// Group is a part of the documents.
type Group struct {
	Name      string
	Documents int64
	Labels    int64
	Doubtful  int64 // documents
	Sure      Tally // of the other documents, if scores are probabilities
}

// add adds a document with the scores of its labels.
func (g *Group) add(d *Document, scores []float64) {
	g.Documents++
	g.Labels += int64(len(d.Labels))
	if d.Doubtful != "" {
		g.Doubtful++
		return
	}
	g.Sure.Add(scores...)
}

// Column are the documents by their values in a column. A document with several values counts in the group of each.
type Column struct {
	Name   string
	Values []Value // the largest, at most MostValues
	None   Group   // documents without a value
	Number int     // of values

	groups
}

// Value is a value of a column, with the phrases that are typical of it.
type Value struct {
	Group
	Typical []Typical
}

// Typical is a phrase that documents of a value have more often than others.
type Typical struct {
	*Phrase
	Inside int64 // documents of the value that have it
	G2     float64
}

// Limits of columns.
const (
	MostValues   = 12    // whose documents are shown
	mostOfColumn = 10000 // values; more make an error
	mostTypical  = 8
)

// ValuesError says that a column has too many values for groups.
type ValuesError struct{ Column string }

func (e *ValuesError) Error() string {
	return fmt.Sprintf("the column %s has more than %d different values: give one that groups documents, such as a journal or a year", e.Column, mostOfColumn)
}

// add adds a document, and returns the numbers of its values.
func (c *Column) add(d *Document, values []string, scores []float64) (ids []int32, err error) {
	if len(values) == 0 {
		c.None.add(d, scores)
	}
	for _, v := range values {
		if _, known := c.ids[v]; !known && len(c.all) == mostOfColumn {
			return nil, &ValuesError{c.Name}
		}
		id := c.of(v)
		c.all[id].add(d, scores)
		ids = append(ids, id)
	}
	return ids, nil
}

// choose sets Values, and returns for each value its place there, −1 for none.
func (c *Column) choose() (place []int) {
	c.Number = len(c.all)
	place = slices.Repeat([]int{-1}, c.Number)
	for i, g := range c.largest()[:min(c.Number, MostValues)] {
		place[c.ids[g.Name]] = i
		c.Values = append(c.Values, Value{Group: g})
	}
	return place
}

// typical finds the significant phrases of each value, the greatest G² first. column is the index of c.
func (c *Column) typical(column int, phrases []*Phrase, documents int64) {
	tests := 0
	for v := range c.Values {
		value := &c.Values[v]
		for _, p := range phrases {
			if p.Documents < fewestOfTypical {
				continue
			}
			tests++
			inside := p.values[column][v]
			if g2, more := likelihood(inside, p.Documents, value.Documents, documents); more && inside >= fewestOfTypical {
				value.Typical = append(value.Typical, Typical{p, inside, g2})
			}
		}
	}
	least := critical(tests)
	for v := range c.Values {
		c.Values[v].Typical = strongest(c.Values[v].Typical, func(t Typical) float64 { return t.G2 }, least*least, mostTypical)
	}
}
