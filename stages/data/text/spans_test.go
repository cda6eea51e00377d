package text

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
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
	for _, c := range cases.Read(t, "testdata/cases.txt", "spans", 3) {
		k, raw, want := NewTokenizer(Unicode(c[0])), c[1], c[2]
		tokens, spans := k.Spans(raw)
		if got := surfaces(raw, spans); got != want {
			t.Errorf("%s %q: %q of %q, want %q", k.unicode, raw, got, tokens, want)
		}
		holdSpans(t, k, raw)
	}
}

func TestTitleSpans(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "title spans", 3) {
		_, spans := NewTokenizer(Fold).TitleSpans(c[0])
		if got, last := surfaces(c[0], spans), fmt.Sprint(spans[max(len(spans)-2, 0):]); got != c[1] || last != c[2] {
			t.Errorf("%q: %q with %s, want %q with %s", c[0], got, last, c[1], c[2])
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
