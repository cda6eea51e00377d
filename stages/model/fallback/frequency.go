package fallback

// Frequencies counts the texts of a corpus that contain a stem, by language.
type Frequencies struct{ of map[string]*frequency }

type frequency struct {
	texts int
	stems map[string]int
}

// fewest is the least number of texts of a language from which rarities are computed.
const fewest = 20

// NewFrequencies returns the Frequencies of an empty corpus.
func NewFrequencies() *Frequencies { return &Frequencies{map[string]*frequency{}} }

// Add counts the stems of a text.
func (f *Frequencies) Add(tag string, stems []string) {
	own := f.of[tag]
	if own == nil {
		own = &frequency{stems: map[string]int{}}
		f.of[tag] = own
	}
	own.texts++
	seen := make(map[string]bool, len(stems))
	for _, s := range stems {
		if !seen[s] {
			seen[s] = true
			own.stems[s]++
		}
	}
}

// Rarity returns the function that Find needs for a language. If f is nil or has fewer than 20 texts of the language, it is
// that without a corpus.
func (f *Frequencies) Rarity(tag string) func(lower, stem string) float64 {
	if f == nil || f.of[tag] == nil || f.of[tag].texts < fewest {
		return rarity(tag)
	}
	own := f.of[tag]
	return func(_, stem string) float64 { return Rarity(float64(own.stems[stem]+1) / float64(own.texts+1)) }
}
