package phrase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// nasty lists characters and words that change their length, join their neighbours or vanish in tokenisation.
var nasty = []string{
	"graph", "cuts", "Naïve", "İstanbul", "Straße", "ẞ", "ǅ", "eﬃcient", "ﬂow", "Œuvre", "ｆｕｌｌ", "５００", "12", "10,000", "3.5", "don't", "CANNOT",
	"½", "㎧", "⒈", "①", "℃", "ﷺ", "㍿", "Ⅷ", "x²", "…", "™", "µm", "α-Helix", "ά", "한국", "각", "東京", "ｶﾞ", "か\u3099", "ﾞ",
	"می\u200cخواهم", "شد\u200c", "\u0600۱۲", "क्ष", "क्\u200dष", "क\u094d\u200c", "ந\u0bcd", "กำ", "ำ", "\u0d4e\u0d15", "שלום", "\u202eשל\u202c",
	"👩\u200d🔬", "🏴\U000e0067\U000e0062\U000e007f", "🇩🇪", "👍🏽", "1\ufe0f\u20e3", "ℹ\ufe0f", "©\ufe0f", "\U000e0067", "🏽", "🅰", "🄰",
	"\u0301", "\u0308", "\u0489", "\u0903", "\u200d", "\u200c", "\u200b", "\u00ad", "\ufeff", "\u2060", "\x00", "\x7f", "\xff", "\xe2\x82", "\r\n", "\u2028",
	"&amp;", "&#x200d;", "<digit>", "<b>", "<unk>", "<eos>", ".", ",", "'", "’", "(", ")", "%", "_", "-", "=", "e.g.", "etc .",
	" ", " ", " ", " ", "\u00a0", "\t", "\n",
}

// nastyText returns a random text of up to n nasty strings.
func nastyText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.IntN(n + 1) {
		b.WriteString(nasty[r.IntN(len(nasty))])
		if r.IntN(3) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// TestNastyPlaces checks places in random texts.
func TestNastyPlaces(t *testing.T) {
	phrases := 0
	for seed := range uint64(8000) {
		r := rand.New(rand.NewPCG(seed, 29))
		phrases += holdAllPlaces(t, nastyText(r, 6), nastyText(r, 24))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if phrases < 400000 {
		t.Errorf("only %d phrases were looked for", phrases)
	}
}

// FuzzPlaces checks places in any text.
func FuzzPlaces(f *testing.F) {
	for seed := range uint64(64) {
		r := rand.New(rand.NewPCG(seed, 30))
		f.Add(nastyText(r, 6), nastyText(r, 24))
	}
	f.Fuzz(func(t *testing.T, title, body string) {
		if len(title)+len(body) > 1000 {
			t.Skip("long texts are slow and show nothing new")
		}
		holdAllPlaces(t, title, body)
	})
}

// holdAllPlaces checks the places of all short runs of tokens in a document given as text, with either tokeniser, and given as
// tokens. It returns their number.
func holdAllPlaces(t *testing.T, title, body string) (n int) {
	for _, unicode := range []text.Unicode{text.Fold, text.Strip} {
		k := text.NewTokenizer(unicode)
		d := &schemas.Document{TitleText: title, BodyText: body}
		d.Title, d.TitleSpans = k.TitleSpans(title)
		d.Body, d.BodySpans = k.Spans(body)
		w := []witness{newWitness(schemas.TitleField, title, d.Title, d.TitleSpans), newWitness(schemas.BodyField, body, d.Body, d.BodySpans)}
		d.TitleSpans, d.BodySpans = schemas.Steps(slices.Clone(d.TitleSpans)), schemas.Steps(slices.Clone(d.BodySpans))
		n += holdPlaces(t, d, w)
	}
	d := &schemas.Document{Title: strings.Fields(title), Body: strings.Fields(body)}
	return n + holdPlaces(t, d, []witness{newWitness(schemas.TitleField, "", d.Title, nil), newWitness(schemas.BodyField, "", d.Body, nil)})
}

// holdPlaces checks that each run of up to three tokens, also across the end of the title, is present and has the place that
// the witnesses find, and none if they find none.
func holdPlaces(t *testing.T, d *schemas.Document, witnesses []witness) int {
	t.Helper()
	all := slices.Concat(d.Title, d.Body)
	var answers []choose.Answer
	for i := range all {
		for j := i + 1; j <= min(i+3, len(all)); j++ {
			answers = append(answers, choose.Answer{Words: all[i:j], Score: .5})
		}
	}
	stemmer := text.NewStemmer()
	for _, p := range (&Lister{Stemmer: stemmer, Written: true, Unmarked: true}).List(d, answers) {
		got, want := "absent", "present, without a place"
		own := stemmer.All(p.Tokens)
		whole := slices.ContainsFunc(witnesses, func(w witness) bool { _, end := w.find(own, true); return end > 0 })
		for _, w := range slices.Backward(witnesses) {
			if start, end := w.find(own, whole); start < end {
				want = fmt.Sprintf("%s %d-%d %q", w.name, start, end, w.text[start:end])
				if joins(w.text[:end], w.text[end:]) {
					t.Errorf("%q: %d cuts a grapheme cluster of %q", p.Phrase, end, w.text)
				}
			}
		}
		switch {
		case p.Present && p.Start != nil && p.End != nil:
			if err := characters(witnesses, p); err != nil {
				t.Error(err)
			}
			got = fmt.Sprintf("%s %d-%d %q", p.Field, *p.Start, *p.End, p.Surface)
		case p.Present && p.Start == nil && p.End == nil && p.Field+p.Surface == "" && p.StartChar == nil && p.StartUTF16 == nil:
			got = "present, without a place"
		case p.Present || p.Start != nil || p.End != nil || p.Field+p.Surface != "" || p.StartChar != nil || p.StartUTF16 != nil:
			got = fmt.Sprintf("incomplete place, %+v", p)
		}
		if got != want {
			t.Errorf("%q of %q, %q: %s, want %s", p.Phrase, witnesses[0].text, witnesses[1].text, got, want)
		}
	}
	return len(answers)
}

// characters checks that the surface is the same slice of the text in bytes, code points and UTF-16. In the last two, each
// invalid byte is U+FFFD.
func characters(witnesses []witness, p schemas.Phrase) error {
	for _, w := range witnesses {
		if w.name != p.Field {
			continue
		}
		points, want := []rune(w.text), []rune(p.Surface)
		if got := points[*p.StartChar:][:len(want)]; !slices.Equal(got, want) {
			return fmt.Errorf("%q: code points from %d are %q, want %q", w.text, *p.StartChar, string(got), p.Surface)
		}
		units, want16 := utf16.Encode(points), utf16.Encode(want)
		if got := units[*p.StartUTF16:][:len(want16)]; !slices.Equal(got, want16) {
			return fmt.Errorf("%q: UTF-16 from %d is %q, want %q", w.text, *p.StartUTF16, string(utf16.Decode(got)), p.Surface)
		}
	}
	return nil
}

// witness finds places in a field independently of the code under test.
type witness struct {
	name, text string
	stems      []string
	starts     []int // starts of the grapheme clusters, and the end of the text
	of         []int // per byte, its cluster
	tokens     [][2]int
	breaks     []int32
	written    []bool // per token, false for the full stop that was added to a title
}

func newWitness(name, given string, tokens []string, spans []int32) witness {
	w := witness{name: name, text: given, stems: text.NewStemmer().All(tokens)}
	for i, token := range tokens {
		if len(spans) > 0 {
			w.tokens = append(w.tokens, [2]int{int(spans[2*i]), int(spans[2*i+1])})
			w.written = append(w.written, name == schemas.BodyField || i < len(tokens)-1 || int(spans[2*i]) < len(given))
			continue
		}
		if i > 0 {
			w.text += " "
		}
		w.tokens = append(w.tokens, [2]int{len(w.text), len(w.text) + len(token)})
		w.written = append(w.written, true)
		w.text += token
	}
	for g := uniseg.NewGraphemes(w.text); g.Next(); {
		start, end := g.Positions()
		for range end - start {
			w.of = append(w.of, len(w.starts))
		}
		w.starts = append(w.starts, start)
	}
	w.starts, w.breaks = append(w.starts, len(w.text)), text.GivenBreaks(w.text)
	return w
}

// find returns the place of the first occurrence of stems, in whole clusters; 0, 0 without one. With whole it must cross no break, and be no part of an address.
// A token with an empty span shares the character before it with the previous token.
func (w *witness) find(stems []string, whole bool) (start, end int) {
	for i := 0; i+len(stems) <= len(w.stems); i++ {
		first, last := w.tokens[i][0], w.tokens[i+len(stems)-1][1]
		if !slices.Equal(w.stems[i:i+len(stems)], stems) || !w.written[i] {
			continue
		}
		if whole && slices.ContainsFunc(text.Addresses(w.text), func(at []int) bool { return at[0] <= first && last <= at[1] }) {
			continue
		}
		if whole && slices.ContainsFunc(w.breaks, func(at int32) bool { return first < int(at) && int(at) < last }) {
			continue
		}
		if w.tokens[i][1] == first {
			first--
		}
		return w.starts[w.of[first]], w.starts[w.of[last-1]+1]
	}
	return 0, 0
}

// joins reports whether text begins with a character that every version of Unicode joins to the end of before.
func joins(before, text string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(text)
	if last == utf8.RuneError || unicode.IsControl(last) || unicode.Is(unicode.Cf, last) || unicode.In(last, unicode.Zl, unicode.Zp) {
		return false
	}
	return unicode.In(next, unicode.Mn, unicode.Me) || next == '\u200c' || next == '\u200d' || '\U0001f3fb' <= next && next <= '\U0001f3ff' ||
		'\U000e0020' <= next && next <= '\U000e007f'
}
