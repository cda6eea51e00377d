package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Raw text | tokens, one rule of the tokeniser after another; "|" with nothing
// after it means no tokens. The texts are ours.
var tokenCases = []string{
	"|",
	" \t\n |",
	"?!;:-/ \"|",
	"Two Words|two words",
	"multi-agent client/server A&B c++ c#|multi agent client server a b c c",
	"one\ntwo\r\nthree\tfour|one two three four",

	// numbers
	"in 2003, 12 of 24-bit|in <digit> , <digit> of <digit> bit",
	"version 2.0 costs 10,000 (or .5)|version 2.0 costs 10,000 ( or .5 )",
	"802.11b, 3D, 2n and 3.9x|802.11 b , 3d , 2n and 3.9 x",
	"f(1,2) and (1, 2)|f ( 1,2 ) and ( <digit> , <digit> )",
	"95% of 9.5 %|<digit> % of 9.5 %",
	"192.168.1.10 is|192.168.1.10 is",
	"call 254 260 2011 now|call 254 260 2011 now",
	"call (12) 3456789|call (12) 3456789",
	"from 100 to 2000|from <digit> to <digit>",
	"1999 2000|<digit> <digit>",
	"20 3456 78901234 x|20 3456 78901234 x",
	"20 1234567890 x|20 123456789 <digit> x",

	// points and abbreviations
	"It works. It ends.|it works . it ends .",
	"e.g. this, i.e. that|e.g. this , i.e. that",
	"by Smith et al. in|by smith et al. in",
	"and so on, etc.|and so on , etc .",
	"etc.)|etc .)",
	"of Dr. Who vs. J. Doe|of dr. who vs. j. doe",
	"Acme Inc. and Co. Ltd.|acme inc. and co. ltd .",
	"see fig. 3, no. 4 or no. It|see fig. <digit> , no. <digit> or no . it",
	"the bldg. is in rt. 3|the bldg. is in rt. <digit>",
	"at www.example.org, e.g.|at www.example.org , e.g.",
	"www.a_b.org and www.3x.com|www.a_b.org and www.3x.com",
	"sentence.Another one|sentence.another one",
	"word., next|word. , next",
	"and so on... Then|and so on ... then",
	"file main.c, a.tar.gz or x.y|file main.c , a.tar.gz or x.y",
	"a vitamin b.v. trial|a vitamin b.v. trial",
	"w.r.t. the Ph.D. thesis|w.r.t. the ph.d. thesis",

	// apostrophes
	"the system's users' view|the system 's users ' view",
	"don't can't isn't we'll they're I'm he'd I've|do n't ca n't is n't we 'll they 're i 'm he 'd i 've",
	"cannot gonna wanna|can not gon na wan na",
	"'quoted' and ''double''|' quoted ' and '' double ''",
	"d'Alembert's and l'Hopital|d'alembert 's and l'hopital",
	"O'Reilly, o'clock|o'reilly , o'clock",
	"d'11 or l'2x|d'11 or l'2x",
	"of 1e.c, or 1.c'|of 1e.c , or 1.c '",
	"the n'ts of a'ts|the n'ts of a ' ts",
	"the '90s or '99 model|the '90s or '99 model",
	"rock 'n' roll|rock 'n' roll",
	"'twas, 'tis|'t was , 't is",

	// brackets, underscores, tags
	"f(x), g((y))|f ( x ) , g ( ( y ) )",
	"[a] {b} (c)|a b ( c )",
	"max_size x_ _y f1_f2 __init|max_size x _ _ y f1_f2 __ init",
	"if a < b or a<b|if a < b or a < b",
	"<q>bold</q> <<x>>|bold << x >>",
	"a <digit> stays|a <digit> stays",
	"x<y and z>w|x <y and z> w",
	"<p>CO<sub>2</sub> &amp; x&lt;y</p>|co2 x < y",

	// text that was tokenised before
	"roots , leaves , etc . ) of it .|roots , leaves , etc. ) of it .",
	"tools ( e.g . this )|tools ( e.g. this )",
	"j. comput . sci . , vol .|j. comput . sci. , vol .",
	"a ' ' word ' ' here|a '' word '' here",
	"for each v . Then|for each v . then",
}

func TestTokens(t *testing.T) {
	for _, u := range []Unicode{Fold, Strip} {
		check(t, NewTokenizer(u), tokenCases)
	}
}

func check(t *testing.T, tokenizer *Tokenizer, cases []string) {
	t.Helper()
	for _, c := range cases {
		raw, want, _ := strings.Cut(c, "|")
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
	check(t, NewTokenizer(Fold), []string{
		"Geschäftsmodell naïve Ångström|geschaftsmodell naive angstrom",
		"Öl ÆON Straße GROẞ Łódź Đorđe søk œuvre þing|ol aeon strasse gross lodz dorde sok oeuvre thing",
		"e\u0301 n\u0303|e n",
		"pre–post self—test non‐linear x−y|pre post self test non linear x y",
		"don’t ‘quote’ “both” it´s|do n't ' quote ' both it 's",
		"eﬃcient ﬂow … ５００ Ａ|efficient flow ... <digit> a",
		"α-helix β₂ µm Ωmega|α helix β2 μm ωmega",
		"Москва 東京 한국|москва 東京 한국",
		"a→b 3×3 °C ½ ™|a b <digit> <digit> c <digit> <digit> tm",
		"soft\u00adhyphen zero\u200bwidth no\u00a0break|softhyphen zero width no break",
		"x² H₂O|x2 h2o",
		"٣٤ rooms|<digit> rooms",
		"α's value isn’t α.|α 's value is n't α .",
		"bad\xffbyte|bad byte",
		"\u0130stanbul \u212aelvin|istanbul kelvin",
		"a\x00b\x7fc|abc",
	})
	check(t, NewTokenizer(Strip), []string{
		"Geschäftsmodell naïve|geschftsmodell nave",
		"Öl “both” pre–post don’t|l both prepost dont",
		"α helix|helix",
		"\u0130stanbul \u212aelvin|istanbul kelvin",
		"bad\xffbyte a\x00b|badbyte ab",
	})
}

func TestTitle(t *testing.T) {
	tokenizer := NewTokenizer(Fold)
	for raw, want := range map[string]string{
		"A Study of Slots":    "a study of slots .",
		"A Study of Slots.":   "a study of slots .",
		"A Study of Slots .":  "a study of slots .",
		"A Study of Slots . ": "a study of slots .",
		"Why Slots?":          "why slots .",
		"Slots, etc.":         "slots , etc. .",
		"Slots , etc .":       "slots , etc .",
		"":                    "",
		" . ":                 "",
		"?":                   "",
	} {
		if got := strings.Join(tokenizer.Title(raw), " "); got != want {
			t.Errorf("Title(%q) = %q, want %q", raw, got, want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, c := range tokenCases {
		raw, _, _ := strings.Cut(c, "|")
		f.Add(raw)
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
