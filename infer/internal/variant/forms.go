package variant

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// mostForms is the largest number of long forms that are kept of an acronym; those of more count as one other.
const mostForms = 1000

// Forms counts what acronyms stand for. It is not safe for concurrent use.
type Forms struct {
	of map[string]map[string]*form // by the key of the acronym, by the key of its long form
}

// acronymKey returns the key under which an acronym is counted: all ways to write it in capitals are one, so that one with several
// meanings by them stands for itself.
func acronymKey(key string) string { return strings.ToLower(strings.TrimPrefix(key, capitals)) }

// form is a long form.
type form struct {
	documents int64
	spelt     map[string]int64 // documents by spelling; the first few
}

// mostSpelt is the number of spellings of a long form that are counted.
const mostSpelt = 8

// NewForms returns what counts the long forms of those phrases that may be acronyms. Other acronyms are passed over.
func NewForms(p *Phrases) *Forms {
	f := &Forms{map[string]map[string]*form{}}
	for _, e := range p.entries {
		if short, ok := Acronym(e.text); ok {
			f.of[acronymKey(Key(short, true))] = nil
		}
	}
	return f
}

// Add counts an acronym and a long form that documents define. Call it once for each pair of a document.
func (f *Forms) Add(short, long string, documents int64) {
	acronym, key := acronymKey(Key(short, true)), Key(long, true)
	forms, known := f.of[acronym]
	if !known || key == "" {
		return
	}
	if forms == nil {
		forms = map[string]*form{}
		f.of[acronym] = forms
	}
	if forms[key] == nil {
		if len(forms) >= mostForms {
			key = ""
		}
		if forms[key] == nil {
			forms[key] = &form{spelt: map[string]int64{}}
		}
	}
	to := forms[key]
	to.documents += documents
	if _, known := to.spelt[long]; known || len(to.spelt) < mostSpelt {
		to.spelt[strings.Clone(long)] += documents
	}
}

// Limits for a long form.
const (
	leastDefined = 2  // documents that define the acronym
	mostOfThem   = .8 // share of them that give it this form
)

// dominant returns the key of the long form that an acronym has nearly everywhere; "" if there is none.
func (f *Forms) dominant(acronym string) string {
	total, most, best := int64(0), int64(0), ""
	for key, to := range f.of[acronym] {
		if total += to.documents; to.documents > most {
			most, best = to.documents, key
		}
	}
	if total < leastDefined || float64(most) < mostOfThem*float64(total) {
		return ""
	}
	return best
}

// meanings returns the long forms of an acronym as they are written, those of most documents first; none for an acronym that no
// document defines.
func (f *Forms) meanings(acronym string) (all []string) {
	forms := f.of[acronym]
	keys := slices.SortedFunc(maps.Keys(forms), func(a, b string) int {
		return cmp.Or(cmp.Compare(forms[b].documents, forms[a].documents), cmp.Compare(a, b))
	})
	for _, key := range keys[:min(len(keys), mostMeanings)] {
		if key == "" {
			continue
		}
		spelt := forms[key].spelt
		all = append(all, slices.SortedFunc(maps.Keys(spelt), func(a, b string) int {
			return cmp.Or(cmp.Compare(spelt[b], spelt[a]), cmp.Compare(a, b))
		})[0])
	}
	return all
}

// mostMeanings is the largest number of long forms that a row lists.
const mostMeanings = 10
