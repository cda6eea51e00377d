package concept

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

func vocabulary(t testing.TB, list string) *thesaurus.Vocabulary {
	t.Helper()
	v, err := thesaurus.Read(t.Context(), "l", strings.NewReader(list), "en")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const list = "<u:a>\tsolar power\n<u:b>\tpower\n<u:c>\twind (energy)\n<u:d>\twind\n<u:e>\tbatteries\n<u:f>\tcharging stations\n"

// feature is the value of a feature of a concept, NaN if it is no candidate.
func feature(all []Candidate, v *thesaurus.Vocabulary, uri, name string) float32 {
	for _, c := range all {
		for i, f := range Features {
			if f == name && v.URI(c.Concept) == uri {
				return c.Features[i]
			}
		}
	}
	return float32(math.NaN())
}

// want is the value of a feature of a concept.
type want struct {
	uri, feature string
	value        float32
}

// hold compares features of candidates.
func hold(t *testing.T, all []Candidate, v *thesaurus.Vocabulary, wanted ...want) {
	t.Helper()
	for _, w := range wanted {
		if got := feature(all, v, w.uri, w.feature); !(math.Abs(float64(got-w.value)) <= 1e-6) {
			t.Errorf("%s of %s is %v, want %v", w.feature, w.uri, got, w.value)
		}
	}
}

func TestFeaturesOfText(t *testing.T) {
	v := vocabulary(t, list)
	l := NewFinder(t.Context(), v, nil, &Ranker{}, "en")
	all := l.Candidates(l.Read(Document{"Solar powers", "Power from wind. The wind is an energy of the kind."}))
	hold(t, all, v,
		want{"u:a", "title", 1}, want{"u:a", "words", 2}, want{"u:a", "gap", 0}, want{"u:a", "exact", 0}, want{"u:a", "covered", 0},
		want{"u:b", "sentences", log(2)}, want{"u:b", "covered", .5}, want{"u:b", "exact", 1}, want{"u:b", "first", 1. / 13}, want{"u:b", "last", 2. / 13},
		want{"u:c", "sentences", log(2)}, want{"u:c", "shared", log(1)}, want{"u:d", "shared", log(2)}, want{"u:c", "qualifier", 1}, want{"u:d", "bare", 0}, want{"u:d", "qualifier", 0},
		want{"u:d", "document_literals", log(4)}, want{"u:d", "given", 0})
	if got := feature(all, v, "u:e", "literal"); got == got {
		t.Errorf("batteries are a candidate")
	}
}

// TestTitleEnds: the first word of the body is not in the title, and is compared with the text of the body.
func TestTitleEnds(t *testing.T) {
	v := vocabulary(t, list)
	l := NewFinder(t.Context(), v, nil, &Ranker{}, "en")
	all := l.Candidates(l.Read(Document{"Batteries", "Wind is here."}))
	hold(t, all, v, want{"u:e", "title", 1}, want{"u:e", "exact", 1}, want{"u:d", "title", 0}, want{"u:d", "exact", 1})
}

// TestForeign: stop words of the text's language are none of a label in another one.
func TestForeign(t *testing.T) {
	v := vocabulary(t, "<u:a>\tdie\n<u:b>\tcasting\n")
	for language, want := range map[string]int{"en": 2, "de": 1} {
		l := NewFinder(t.Context(), v, nil, &Ranker{}, language)
		if all := l.Candidates(l.Read(Document{"", "die casting"})); len(all) != want {
			t.Errorf("%d candidates of a text in %s, want %d", len(all), language, want)
		}
	}
	if NewNames(v).Has("de", "die") {
		t.Error("a stop word of German is a label in English")
	}
}

// TestCrowdedText: of a text with more than mostLiterals concepts so many are candidates, and the text says so; a text that is too long
// is refused.
func TestCrowdedText(t *testing.T) {
	var labels, text strings.Builder
	for i := range mostLiterals + 3 {
		fmt.Fprintf(&labels, "<u:%d>\tw%d\n", i, i)
		fmt.Fprintf(&text, "w%d ", i)
	}
	l := NewFinder(t.Context(), vocabulary(t, labels.String()), nil, &Ranker{}, "en")
	for body, want := range map[string]bool{text.String(): true, text.String()[:10000]: false} {
		read := l.Read(Document{"", body})
		if all := l.Candidates(read); read.Crowded != want || want && len(all) != mostLiterals {
			t.Errorf("%d candidates, crowded: %v", len(all), read.Crowded)
		}
	}
	long := strings.Repeat("x", MostBytes)
	if Fits("", long) != nil || Fits("x", long) == nil {
		t.Error("Fits")
	}
}

// remembered are documents of two kinds, of which those about cars have u:e and u:f.
func remembered(l *Finder, v *thesaurus.Vocabulary) (all []Indexed) {
	for i, text := range []string{"electric cars driving", "roses blooming garden", "trains running rails", "electric cars parked", "fish swimming rivers", "bread baking ovens"} {
		var uris []string
		if strings.Contains(text, "cars") {
			uris = []string{"u:e", "u:f"}
		}
		all = append(all, l.Index(fmt.Sprint(i), l.Read(Document{Title: text}), Concepts(v, uris)))
	}
	return all
}

// TestMemory: what similar documents have is a candidate, though no label of it is in the text, and the most similar one is named.
func TestMemory(t *testing.T) {
	v := vocabulary(t, list)
	plain := NewFinder(t.Context(), v, nil, &Ranker{}, "en")
	m := NewMemory(v, remembered(plain, v))
	l := NewFinder(t.Context(), v, m, &Ranker{}, "en")
	all := l.Candidates(l.Read(Document{"Cars parked", ""}))
	hold(t, all, v, want{"u:e", "literal", 0}, want{"u:e", "given", log(2)}, want{"u:e", "votes", 1}, want{"u:e", "votes_count", 2}, want{"u:e", "votes_rank", 1}, want{"u:e", "profile_share", 1})
	if len(all) != 2 || all[0].Neighbour != 3 {
		t.Errorf("%d candidates, the neighbour of the first is %d", len(all), all[0].Neighbour)
	}
	// What a neighbouring concept has of votes is its share of all similar documents, not the highest similarity.
	near, err := thesaurus.Read(t.Context(), "t", strings.NewReader("@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n<u:e> s:prefLabel 'batteries'@en . <u:f> s:prefLabel 'stations'@en ."+
		"<u:g> s:prefLabel 'parked'@en ; s:broader <u:e> ; s:narrower <u:f> ; s:related <u:e> ."), "")
	if err != nil {
		t.Fatal(err)
	}
	l = NewFinder(t.Context(), near, NewMemory(near, remembered(NewFinder(t.Context(), near, nil, &Ranker{}, "en"), near)), &Ranker{}, "en")
	beside := l.Candidates(l.Read(Document{"Cars parked", ""}))
	for _, name := range []string{"broader_votes", "narrower_votes", "related_votes"} {
		if got := feature(beside, near, "u:g", name); math.Abs(float64(got-1)) > 1e-6 {
			t.Errorf("%s of u:g is %v, want 1", name, got)
		}
	}
	if most := feature(beside, near, "u:e", "votes_most"); !(most > .3 && most < .95) {
		t.Errorf("votes_most of u:e is %v", most)
	}
	s := remembered(plain, v)[0].Stored(v)
	if got := FromStored(s, v); !reflect.DeepEqual(got.Concepts, Concepts(v, []string{"u:f", "u:e"})) || !reflect.DeepEqual(got.Counts, []int32{2, 2, 2}) {
		t.Errorf("stored and read: %+v", got)
	}
	if got := FromStored(s, vocabulary(t, "<u:f>\tx\n")); len(got.Concepts) != 1 {
		t.Errorf("with another vocabulary: %+v", got)
	}
}

// TestFeaturesOfLabel: of the stems of a label, each weighted by its rarity among labels, some are in the text and some are likely.
func TestFeaturesOfLabel(t *testing.T) {
	v := vocabulary(t, list)
	plain := NewFinder(t.Context(), v, nil, &Ranker{}, "en")
	all := remembered(plain, v)
	for i, text := range []string{"electric trains", "solar roofs"} {
		all = append(all, plain.Index(fmt.Sprint("p", i), plain.Read(Document{Title: text}), Concepts(v, []string{"u:b"})))
	}
	l := NewFinder(t.Context(), v, NewMemory(v, all), &Ranker{}, "en")
	found := l.Candidates(l.Read(Document{"Electric cars", "The solar charging, charging stops."}))
	rare := func(forms float64) float32 { return float32(math.Log1p(6 / forms)) }
	hold(t, found, v,
		want{"u:f", "label_covered", .5}, want{"u:f", "label_missing", rare(1)}, want{"u:f", "label_frequency", (1 + math.Ln2) / 2}, want{"u:f", "label_likely", 1},
		want{"u:e", "label_covered", 0}, want{"u:e", "label_missing", rare(1)}, want{"u:e", "label_frequency", 0}, want{"u:e", "label_likely", 1},
		want{"u:b", "label_covered", 0}, want{"u:b", "label_missing", rare(2)})
	if got := feature(found, v, "u:b", "label_likely"); !(got > .05 && got < .95) {
		t.Errorf("label_likely of u:b is %v, want a share of that of u:e", got)
	}
	// A second text has nothing of the first, and a text in another language is read as each language of labels is.
	found = l.Candidates(l.Read(Document{"Cars, roses", ""}))
	if got := feature(found, v, "u:f", "label_covered"); got != 0 {
		t.Errorf("label_covered of u:f in another text is %v", got)
	}
	l = NewFinder(t.Context(), v, NewMemory(v, all), &Ranker{}, "de")
	found = l.Candidates(l.Read(Document{"Electric cars", "charging"}))
	if got := feature(found, v, "u:f", "label_covered"); got != .5 {
		t.Errorf("label_covered of u:f in a text in German is %v", got)
	}
}

// TestNames: a label names a phrase in any order and form, with or without its qualifier; one that has more or fewer words does not.
func TestNames(t *testing.T) {
	n := NewNames(vocabulary(t, list))
	for phrase, want := range map[string]bool{
		"solar power": true, "Solar powers": true, "power (solar)": true, "wind": true, "wind energy": true, "battery": true, "": true, "!": true,
		"solar": false, "solar power plant": false, "wind farm": false, "power batteries": false,
	} {
		if got := n.Has("en", phrase); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
	if !n.Has("de", "wind") || n.Has("de", "Sonne") {
		t.Error("of a German text, with English labels")
	}
}
