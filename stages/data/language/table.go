package language

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

//go:embed trigrams.txt.zst
var trigramsFile []byte

// trigrams returns a line for each language: its tag and its most frequent trigrams.
func trigrams() string {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // no option is wrong
	}
	defer d.Close()
	text, err := d.DecodeAll(trigramsFile, nil)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return string(text)
}

// alphabet has the letters outside ASCII of languages.
var alphabet = map[string]string{
	"af": "êëéèôîïû", "az": "çəğıöşü", "cs": "áčďéěíňóřšťúůýž", "da": "æøåé", "de": "äöüß", "en": "é", "eo": "ĉĝĥĵŝŭ",
	"es": "áéíñóúü", "et": "äöõüšž", "fi": "äöå", "fr": "àâçéèêëîïôùûüœæ", "hr": "čćđšž", "hu": "áéíóöőúüű", "id": "é",
	"it": "àèéìòù", "lt": "ąčęėįšųūž", "lv": "āčēģīķļņšūž", "nl": "éëïóö", "no": "æøåéòô", "pl": "ąćęłńóśźż",
	"pt": "áâãàçéêíóôõú", "ro": "ăâîșțşţ", "sl": "čšž", "sv": "åäöé", "tl": "ñ", "tr": "çğıöşüâî",
	"vi": "àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
	"be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя", "bg": "абвгдежзийклмнопрстуфхцчшщъьюя", "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
	"ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيًٌٍَُِّْ", "fa": "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنهویًٔ",
	"ur": "ءآئؤابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھۂۃیےۓً",
	"ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "sr": "абвгдђежзијклљмнњопрстћуфхцчџш", "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}

// gain is what a word or a trigram says for a language.
type gain struct {
	language int
	log      float64
}

// table holds the words, trigrams and letters of the languages, which are numbers.
type table struct {
	tags     []string
	script   []script
	words    map[string][]gain // stop words
	trigrams map[trigram][]gain
	plain    [plainKeys][]gain // trigrams, by the letters a to z alone; see plainKey
	alphabet map[rune]uint64   // the languages that have a letter outside ASCII in their alphabet
}

// trigram is three letters of 21 bits each, 0 for the edge of a word.
type trigram uint64

func (t trigram) next(r rune) trigram { return (t<<21 | trigram(r)) & (1<<63 - 1) }

// Most words have no letter outside a to z. Their trigrams are numbers of three digits to this base, 0 for the edge of a word.
const (
	plainBase = 27
	plainKeys = plainBase * plainBase * plainBase
)

// isPlain reports whether a word in lower case has only letters from a to z.
func isPlain(word []byte) bool {
	for _, b := range word {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Model of trigrams: the share of a text's trigrams that are among the first 250 of its language, the decrease of their frequency
// with rank, and the probability of any other trigram.
const (
	listed = .55
	flat   = 15.
	rare   = 8e-5
)

// Model of stop words: their share in a text of the language, and of another one.
const (
	ownShare   = .3
	otherShare = .03
)

// tables reads the embedded files once.
var tables = sync.OnceValue(func() *table {
	t := &table{words: map[string][]gain{}, trigrams: map[trigram][]gain{}, alphabet: map[rune]uint64{}}
	for line := range strings.Lines(trigrams()) {
		fields := strings.Fields(line)
		t.add(len(t.tags), fields[0], fields[1:])
	}
	for key, gains := range t.trigrams {
		if at, ok := key.plain(); ok {
			t.plain[at] = gains
		}
	}
	return t
})

// add adds a language with its trigrams, most frequent first.
func (t *table) add(l int, tag string, trigrams []string) {
	t.tags = append(t.tags, tag)
	sum, of := 0., none
	for rank := range trigrams {
		sum += 1 / (float64(rank) + flat)
	}
	for rank, letters := range trigrams {
		var key trigram
		for _, r := range letters {
			if r == '_' {
				r = 0
			} else {
				of = scriptOf(r)
			}
			key = key.next(r)
		}
		p := listed / sum / (float64(rank) + flat)
		t.trigrams[key] = append(t.trigrams[key], gain{l, math.Log(p/rare) / temper})
	}
	t.script = append(t.script, of)
	for w, detects := range stops()[tag] {
		if detects {
			t.words[w] = append(t.words[w], gain{l, math.Log(ownShare/otherShare) / wordTemper})
		}
	}
	for _, r := range alphabet[tag] {
		t.alphabet[r] |= 1 << l
	}
}

// plain returns the place of a trigram in table.plain; false if it has other letters.
func (t trigram) plain() (at int, ok bool) {
	for shift := 42; shift >= 0; shift -= 21 {
		r := rune(t >> shift & (1<<21 - 1))
		if r != 0 && (r < 'a' || r > 'z') {
			return 0, false
		}
		at *= plainBase
		if r != 0 {
			at += int(r-'a') + 1
		}
	}
	return at, true
}

// word adds the evidence of a word to the sums of the languages, and returns the number of its trigrams.
func (t *table) word(sums []float64, word []byte) (letters int) {
	addAll(sums, t.words[string(word)])
	if isPlain(word) {
		key := 0
		for i, b := range word {
			if key = (key*plainBase + int(b-'a') + 1) % plainKeys; i > 0 { // two letters at least
				addAll(sums, t.plain[key])
			}
		}
		addAll(sums, t.plain[key*plainBase%plainKeys])
		return len(word)
	}
	own := t.alphabets(word)
	for l := range sums {
		if own&(1<<l) == 0 {
			sums[l] -= foreignLoss
		}
	}
	var key trigram
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		i += n
		if key = key.next(r); letters > 0 {
			addAll(sums, t.trigrams[key])
		}
		letters++
	}
	addAll(sums, t.trigrams[key.next(0)])
	return letters
}

// addAll adds gains to the sums of their languages.
func addAll(sums []float64, gains []gain) {
	for _, g := range gains {
		sums[g.language] += g.log
	}
}

const foreignLoss = .7

// alphabets returns the languages whose alphabet has every letter of word outside ASCII.
func (t *table) alphabets(word []byte) uint64 {
	of := ^uint64(0)
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		if i += n; r >= utf8.RuneSelf {
			of &= t.alphabet[r]
		}
	}
	return of
}
