package variant

import (
	"slices"
	"strings"
)

// singular returns a key in English without the plural of its last word, which is lower case. Words that end in -ics, -ss, -us,
// -is and a digit before the s stay as they are, and so do those whose plural is another word. What it makes of a singular may be no word either: both
// databases and database become databas, movies and movie movy.
func singular(key, last string) string {
	if alone[key] || hasEnd(last, fixed) || strings.HasSuffix(last, "ics") && !hasEnd(last, counted) {
		return key
	}
	for _, p := range irregular {
		if before, ok := strings.CutSuffix(key, p[0]); ok {
			return before + p[1]
		}
	}
	if n := len(key); n >= 4 && key[n-1] == 's' && !endsInDigit(key[:n-1]) && !strings.HasSuffix(key, "ss") && !strings.HasSuffix(key, "us") && !strings.HasSuffix(key, "is") {
		key = key[:n-1]
	}
	if before, ok := strings.CutSuffix(key, "ie"); ok && len(before) >= 3 {
		return before + "y"
	}
	for _, e := range elided {
		if before, ok := strings.CutSuffix(key, e.end); ok && len(before) >= e.least {
			return key[:len(key)-1]
		}
	}
	return key
}

// elided are ends of words that lose their e, whether it is of the plural, as in boxes, or not, as in caches; least is the number of
// bytes before them, since us is not use.
var elided = []struct {
	end   string
	least int
}{{"che", 1}, {"she", 1}, {"xe", 1}, {"se", 3}, {"ze", 3}, {"oe", 3}}

// irregular are endings of plurals, and those of their singulars.
var irregular = [][2]string{
	{"theses", "thesis"}, {"lyses", "lysis"}, {"diagnoses", "diagnosis"}, {"prognoses", "prognosis"}, {"crises", "crisis"},
	{"metastases", "metastasis"}, {"matrices", "matrix"}, {"vertices", "vertex"}, {"indices", "index"}, {"appendices", "appendix"},
	{"simplices", "simplex"}, {"vortices", "vortex"}, {"criteria", "criterion"}, {"phenomena", "phenomenon"}, {"automata", "automaton"},
	{"polyhedra", "polyhedron"}, {"tetrahedra", "tetrahedron"}, {"mitochondria", "mitochondrion"}, {"bacteria", "bacterium"}, {"spectra", "spectrum"},
	{"quanta", "quantum"}, {"curricula", "curriculum"}, {"maxima", "maximum"}, {"minima", "minimum"}, {"extrema", "extremum"}, {"symposia", "symposium"},
	{"millennia", "millennium"}, {"schemata", "schema"}, {"corpora", "corpus"}, {"stimuli", "stimulus"}, {"nuclei", "nucleus"}, {"fungi", "fungus"},
	{"formulae", "formula"}, {"antennae", "antenna"}, {"larvae", "larva"}, {"algae", "alga"}, {"vertebrae", "vertebra"}, {"supernovae", "supernova"},
	{"nebulae", "nebula"}, {"children", "child"}, {"women", "woman"}, {"mice", "mouse"}, {"wolves", "wolf"}, {"leaves", "leaf"},
	{"halves", "half"}, {"shelves", "shelf"}, {"knives", "knife"}, {"thieves", "thief"},
}

// fixed are words, and ends of words, that end like a plural and are none, or mean something else without their s.
var fixed = strings.Fields("alias atlas bias canvas chaos cosmos glasses https lens means news series species")

// alone are words that mean something else without their s, when they are the whole phrase.
var alone = map[string]bool{"aids": true, "arms": true, "customs": true, "goods": true, "sales": true, "windows": true, "works": true}

// counted are words, and ends of words, in -ics that are plurals.
var counted = strings.Fields(`antibiotics characteristics clinics comics critics epidemics fabrics graphics heuristics lyrics metrics mosaics pandemics
	relics republics topics`)

func hasEnd(word string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(word, end) })
}
