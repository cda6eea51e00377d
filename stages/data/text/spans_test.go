package text

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// surfaces are the pieces of text that spans cut out, with ¦ between.
func surfaces(s string, spans []int32) string {
	var all []string
	for i := 0; i < len(spans); i += 2 {
		all = append(all, s[spans[i]:spans[i+1]])
	}
	return strings.Join(all, "¦")
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		unicode   Unicode
		raw, want string
	}{
		{Fold, "", ""},
		{Fold, " \n?!", ""},
		{Fold, "Two  (Words)", "Two¦(¦Words¦)"},
		{Fold, "multi-agent 2003's cost of 10,000", "multi¦agent¦2003¦'s¦cost¦of¦10,000"},
		{Fold, "CANNOT don't Dunno", "CAN¦NOT¦do¦n't¦Du¦n¦no"},
		{Fold, "a <digit> and <q>", "a¦<digit>¦and¦<q>"},
		{Fold, "a <Digit  x> b", "a¦<Digit¦x>¦b"},
		{Fold, "call 254  260 2011 now", "call¦254¦260¦2011¦now"},
		{Fold, "20 1234567890 x", "20¦123456789¦0¦x"},
		{Fold, "(12) 3456789", "(12)¦3456789"},
		{Fold, "roots , etc . ) of sci . , x", "roots¦,¦etc .¦)¦of¦sci .¦,¦x"},
		{Fold, "a ' ' word ' '", "a¦' '¦word¦' '"},
		{Fold, "e.g. Fig. 3", "e.g.¦Fig.¦3"},

		{Fold, "Straße GROẞ Œuvre ÆON", "Straße¦GROẞ¦Œuvre¦ÆON"},
		{Fold, "eﬃcient ﬂow…", "eﬃcient¦ﬂow¦…"},
		{Fold, "Cafe\u0301s, cafe\u0301, cafe\u0301", "Cafe\u0301s¦,¦cafe\u0301¦,¦cafe\u0301"},
		{Fold, "\u0301a \u0301b", "a¦b"},
		{Fold, "ｆｕｌｌ５００ Ｗ", "ｆｕｌｌ５００¦Ｗ"},
		{Fold, "<p>CO<sub>2</sub> of caf&eacute;s</p>", "CO<sub>2¦of¦caf&eacute;s"},
		{Fold, "x &frac12; y", "x¦&frac12;¦¦y"},
		{Fold, "α-Helix, Ωmega µm", "α¦Helix¦,¦Ωmega¦µm"},
		{Fold, "한국 東京", "한국¦東京"},
		{Fold, "soft\u00adhyphen\u00ad zero\u200bwidth", "soft\u00adhyphen¦zero¦width"},
		{Fold, "x ½ y", "x¦½¦¦y"},
		{Fold, "x½y", "x½¦y"},
		{Fold, "paraŀlel", "paraŀ¦lel"},
		{Fold, "don’t ‘quote’", "do¦n’t¦‘¦quote¦’"},
		{Fold, "bad\xffbyte \xe2\x82", "bad¦byte"},
		{Fold, "a\x00b\x7f c\x01", "a\x00b¦c"},

		{Strip, "naïve “both” pre–post", "naïve¦both¦pre–post"},
		{Strip, "école d’été é “é”a", "école¦d’été¦é”a"},
		{Strip, "α helix β2β, (γ) (γx)", "helix¦β2β¦,¦(¦)¦(¦γx¦)"},
		{Strip, "αβ.x ét . é", ".¦x¦ét¦."},
		{Strip, "é é,é jié . é", ",¦jié¦."},
		{Strip, "bad\xffbyte\xff \xffa", "bad\xffbyte¦a"},
		{Strip, "\u212aelvin \u0130", "\u212aelvin¦\u0130"},
	} {
		tokens, spans := NewTokenizer(c.unicode).Spans(c.raw)
		if got := surfaces(c.raw, spans); got != c.want {
			t.Errorf("%s %q: %q of %q, want %q", c.unicode, c.raw, got, tokens, c.want)
		}
		holdSpans(t, NewTokenizer(c.unicode), c.raw)
	}
}

func TestTitleSpans(t *testing.T) {
	for _, c := range []struct {
		raw, want string
		points    []int32 // the last span
	}{
		{"A Study of Slots", "A¦Study¦of¦Slots¦", []int32{16, 16}},
		{"A Study  ", "A¦Study¦", []int32{9, 9}},
		{"A Study.", "A¦Study¦.", []int32{7, 8}},
		{"A Study . ", "A¦Study¦.", []int32{8, 9}},
		{"Slots, etc.", "Slots¦,¦etc.¦", []int32{11, 11}},
		{"Slots , etc .", "Slots¦,¦etc¦.", []int32{12, 13}},
		{"Why é?", "Why¦é¦", []int32{7, 7}},
		{"<i>Slots</i>", "Slots¦", []int32{12, 12}},
		{"<p>Slots.</p>", "Slots¦.", []int32{8, 9}},
		{"?", "", nil},
		{" . ", "", nil},
		{"", "", nil},
	} {
		_, spans := NewTokenizer(Fold).TitleSpans(c.raw)
		if got := surfaces(c.raw, spans); got != c.want || !slices.Equal(spans[max(len(spans)-2, 0):], c.points) {
			t.Errorf("%q: %q with %d, want %q with %d", c.raw, got, spans, c.want, c.points)
		}
	}
}

// holdSpans checks what must hold for any text: Spans gives the tokens of Tokens and Title; the spans ascend within the
// text, cut no character, cover every letter and digit of a token, and give the text of their token.
func holdSpans(t *testing.T, k *Tokenizer, s string) {
	t.Helper()
	tokens, spans := k.Spans(s)
	if want := k.Tokens(s); !slices.Equal(tokens, want) {
		t.Errorf("%s %q: tokens %q, without spans %q", k.unicode, s, tokens, want)
	}
	holdOrder(t, s, tokens, spans)
	plain, covered := markup.Plain(s), spans
	if plain != s && markup.Plain(plain) == plain {
		_, covered = k.Spans(plain)
	}
	if markup.Plain(plain) == plain {
		holdCover(t, k, plain, covered)
	}
	if simple(k, s) && simple(k, plain) {
		for i, token := range tokens {
			at := s[spans[2*i]:spans[2*i+1]]
			if plain != s && strings.ContainsAny(at, `\{}$^_`) {
				if markup.Plain(plain) != plain {
					continue
				}
				at = plain[covered[2*i]:covered[2*i+1]] // LaTeX may begin before the token and end after it: \textbf{E}fficient, $x_t$
			}
			alone := k.Tokens(at)
			if settled(token) && assimilated(token) == 0 && !slices.Equal(alone, []string{token}) {
				t.Errorf("%s %q: token %q stands at %q, which alone is %q", k.unicode, s, token, at, alone)
			}
		}
	}
	tokens, spans = k.TitleSpans(s)
	if want := k.Title(s); !slices.Equal(tokens, want) {
		t.Errorf("%s title %q: tokens %q, without spans %q", k.unicode, s, tokens, want)
	}
	holdOrder(t, s, tokens, spans)
	if markup.Plain(s) == s {
		holdCover(t, k, s, spans)
	}
}

func holdOrder(t *testing.T, s string, tokens []string, spans []int32) {
	t.Helper()
	if len(spans) != 2*len(tokens) {
		t.Fatalf("%q: %d numbers for %d tokens", s, len(spans), len(tokens))
	}
	last, valid := 0, utf8.ValidString(s)
	for _, n := range spans {
		if int(n) < last || int(n) > len(s) {
			t.Fatalf("%q: spans %d", s, spans)
		}
		if valid && int(n) < len(s) && !utf8.RuneStart(s[n]) {
			t.Errorf("%q: byte %d of spans %d is inside of a character", s, n, spans)
		}
		last = int(n)
	}
}

// holdCover: letters and digits that are part of a token on their own are in a span.
func holdCover(t *testing.T, k *Tokenizer, s string, spans []int32) {
	t.Helper()
	for i, r := range s {
		for len(spans) > 0 && int(spans[1]) <= i {
			spans = spans[2:]
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || len(spans) > 0 && int(spans[0]) <= i {
			continue
		}
		if r < utf8.RuneSelf || len(k.Tokens(string(r))) > 0 {
			t.Errorf("%s %q: %q at byte %d is in no span", k.unicode, s, r, i)
		}
	}
}

// simple reports whether each character outside ASCII becomes letters of one token only.
func simple(k *Tokenizer, s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf {
			if tokens := k.Tokens(string(r)); len(tokens) > 1 || !settled(strings.Join(tokens, "")) {
				return false
			}
		}
	}
	return true
}

// TestSpansOfText holds the same of titles and abstracts of arXiv.
func TestSpansOfText(t *testing.T) {
	f, err := os.Open(parity.Path(t, "..", "data", "arxiv.jsonl.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacked.Close()
	n := 5000
	if testing.Short() {
		n = 500
	}
	fold, strip := NewTokenizer(Fold), NewTokenizer(Strip)
	for lines := bufio.NewScanner(unpacked); n > 0 && lines.Scan(); n-- {
		var d struct{ Title, Abstract string }
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		for _, k := range []*Tokenizer{fold, strip} {
			holdSpans(t, k, d.Title)
			holdSpans(t, k, d.Abstract)
		}
	}
	if n > 0 {
		t.Errorf("%d texts are missing", n)
	}
}
