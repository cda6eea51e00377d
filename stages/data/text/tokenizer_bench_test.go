package text

import (
	"strings"
	"testing"
)

// abstract is a made-up text of 200 tokens with the marks of real ones.
var abstract = strings.Repeat("We study the system's behaviour (e.g. its start-up time) under 12 workloads; in 3.5 % of the "+
	"cases, it can't be measured. Related tools, such as those of Smith et al., do not help here at all. ", 5)

func BenchmarkTokens(b *testing.B) {
	for _, u := range []Unicode{Fold, Strip} {
		b.Run(string(u), func(b *testing.B) {
			t := NewTokenizer(u)
			b.ReportAllocs()
			for b.Loop() {
				t.Tokens(abstract)
			}
			b.ReportMetric(float64(len(t.Tokens(abstract))), "tokens")
		})
	}
}

func BenchmarkStem(b *testing.B) {
	words := NewTokenizer(Fold).Tokens(abstract)
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			for _, w := range words {
				Stem(w)
			}
		}
	})
	b.Run("remembered", func(b *testing.B) {
		s := NewStemmer()
		for b.Loop() {
			s.All(words)
		}
	})
}

// BenchmarkTokensOfOddText measures texts on which a careless rule would read
// everything after each token.
func BenchmarkTokensOfOddText(b *testing.B) {
	tokenizer := NewTokenizer(Fold)
	for _, part := range []string{
		"1a.", "www.1", "<a ", "<", "(x", "'n", "a_", "__a", "1,", "10 ", "123 1234 ", "a.b_", ". ", "...a", "y", "n't", "d'a_", "%a.", "<!--", "<a b='", "&amp", "<i", "&lt;",
	} {
		text := strings.Repeat(part, 1<<18/len(part))
		b.Run(strings.ReplaceAll(part, "/", "_"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				tokenizer.Tokens(text)
			}
		})
	}
}
