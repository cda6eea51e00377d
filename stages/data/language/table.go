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
	alphabet map[rune]uint64 // the languages that have a letter outside ASCII in their alphabet
}

// trigram is three letters of 21 bits each, 0 for the edge of a word.
type trigram uint64

func (t trigram) next(r rune) trigram { return (t<<21 | trigram(r)) & (1<<63 - 1) }

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

// word adds the evidence of a word to the sums of the languages, and returns the number of its trigrams.
func (t *table) word(sums []float64, word []byte) (letters int) {
	for _, g := range t.words[string(word)] {
		sums[g.language] += g.log
	}
	own, foreign := t.alphabets(word)
	for l := range sums {
		if foreign && own&(1<<l) == 0 {
			sums[l] -= foreignLoss
		}
	}
	var key trigram
	add := func(r rune) {
		key = key.next(r)
		if letters++; letters > 1 { // two letters at least
			for _, g := range t.trigrams[key] {
				sums[g.language] += g.log
			}
		}
	}
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		i += n
		add(r)
	}
	add(0)
	return letters - 1
}

const foreignLoss = .7

// alphabets returns the languages whose alphabet has every letter of word outside ASCII. ok is false if word has none.
func (t *table) alphabets(word []byte) (of uint64, ok bool) {
	of = ^uint64(0)
	for i := 0; i < len(word); {
		if word[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		i += n
		of, ok = of&t.alphabet[r], true
	}
	return of, ok
}
