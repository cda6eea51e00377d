package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// tokenCases are texts and their tokens, one rule of the tokeniser after another.
func tokenCases(t testing.TB) [][]string { return cases.Read(t, "testdata/cases.txt", "tokens", 2) }

func TestTokens(t *testing.T) {
	for _, u := range []Unicode{Fold, Strip} {
		check(t, NewTokenizer(u), tokenCases(t))
	}
}

func check(t *testing.T, tokenizer *Tokenizer, all [][]string) {
	t.Helper()
	for _, c := range all {
		raw, want := c[0], c[1]
		got := tokenizer.Tokens(raw)
		holdSpans(t, tokenizer, raw)
		if joined := strings.Join(got, " "); joined != normal(want) {
			t.Errorf("%s: %q\n got %s\nwant %s", tokenizer.unicode, raw, joined, want)
		}
	}
}

// normal lets a case write a mark at the end of a text without a blank before it.
func normal(s string) string { return strings.ReplaceAll(s, ".)", ". )") }

func TestUnicode(t *testing.T) {
	check(t, NewTokenizer(Fold), cases.Read(t, "testdata/cases.txt", "fold", 2))
	check(t, NewTokenizer(Strip), cases.Read(t, "testdata/cases.txt", "strip", 2))
}

func TestTitle(t *testing.T) {
	tokenizer := NewTokenizer(Fold)
	for _, c := range cases.Read(t, "testdata/cases.txt", "title", 2) {
		if got := strings.Join(tokenizer.Title(c[0]), " "); got != c[1] {
			t.Errorf("Title(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, c := range tokenCases(f) {
		f.Add(c[0])
	}
	f.Add(">0")
	f.Add("naïve α ﬁ ½ 한 \xff İ ’")
	f.Fuzz(func(t *testing.T, s string) {
		for _, u := range []Unicode{Fold, Strip} {
			tokenizer := NewTokenizer(u)
			tokens := tokenizer.Tokens(s)
			for _, token := range tokens {
				if token == "" || strings.ContainsAny(token, " \t\n") || !utf8.ValidString(token) {
					t.Errorf("%s: token %q of %q", u, token, s)
				}
				if u == Strip && strings.ContainsFunc(token, func(r rune) bool { return r > '~' || r <= ' ' }) {
					t.Errorf("strip: token %q of %q is not printable ASCII", token, s)
				}
			}
			joined := strings.Join(tokens, " ")
			if again := tokenizer.Tokens(joined); settled(joined) && !slices.Equal(again, tokens) {
				t.Errorf("%s: %q of %q became %q", u, tokens, s, again)
			}
			holdSpans(t, tokenizer, s)
			for _, phrase := range tokenizer.Keyphrases([]string{s, s}) {
				if len(phrase) == 0 {
					t.Errorf("%s: empty keyphrase in %q", u, s)
				}
			}
		}
	})
}

// settled reports whether neighbours cannot change the tokens of text once the
// blanks between tokens are known: it has no numbers, points, apostrophes,
// underscores or tags.
func settled(text string) bool { return !strings.ContainsAny(text, "0123456789.'_<>(") }

// TestBrokenCharacters: bytes that are not UTF-8 are deleted with all that is not ASCII, or else separate words.
func TestBrokenCharacters(t *testing.T) {
	for b := 0x80; b <= 0xff; b++ {
		broken := "Word" + string([]byte{byte(b)}) + "s"
		for unicode, want := range map[Unicode][]string{Strip: {"words"}, Fold: {"word", "s"}} {
			if got := NewTokenizer(unicode).Tokens(broken); !slices.Equal(got, want) {
				t.Errorf("%s %q: %q, want %q", unicode, broken, got, want)
			}
		}
	}
}
