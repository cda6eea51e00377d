//go:build !nomodel

package label_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/label"
)

// scripts are words of twelve scripts, and what strings that are no bytes count differently: marks, emoji, joiners.
var scripts = [][]string{
	{"graph", "cuts", "naïve", "cafe\u0301", "𝔘nit"}, {"größe", "straße", "übung", "zeit"}, {"библиотека", "книга", "чтение"}, {"βιβλίο", "λέξη", "ώρα"},
	{"ספר", "מילה", "\u05e9\u05c1\u05b8לום"}, {"كتاب", "مكتبة", "\u0643\u064e\u062a\u0628"}, {"पुस्तक", "क्\u200dष", "शब्द"}, {"หนังสือ", "กำลัง"},
	{"图书馆", "控制系统", "𠀀字"}, {"図書館", "データベース", "ｶﾞラス"}, {"도서관", "한국어", "\u1112\u1161\u11ab"}, {"𐎀𐎁𐎂", "🄰lpha", "e\u0301tude"},
}

var signs = []string{" ", " ", " ", ", ", ". ", " 😀 ", " 👨\u200d👩\u200d👧 ", "\u200f", " 🇩🇪", "-", "\n\n",
	" &amp; ", "<i>", "</i> ", "&#233;", "<br/>"}

// TestPlaces: of 5,000 texts in twelve scripts, the surface of every phrase is the same slice of the text in bytes, code points
// and UTF-16.
func TestPlaces(t *testing.T) {
	o := label.DefaultOptions()
	o.Network, o.Choose = label.Off, "top=5"
	l, r := open(t, o), rand.New(rand.NewPCG(32, 1))
	phrases, beyond := 0, 0
	for i := range 50 {
		documents := make([]label.Document, 100)
		for k := range documents {
			documents[k] = label.Document{Title: written(r, i+k, 4), Body: written(r, i+k, 25)}
		}
		predictions, err := l.Label(context.Background(), documents...)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range predictions {
			for _, phrase := range p.Phrases {
				text := map[string]string{"title": documents[k].Title, "body": documents[k].Body}[phrase.Field]
				s, points := phrase.Surface, []rune(text)
				characters, units := points[*phrase.StartChar:][:utf8.RuneCountInString(s)], utf16.Encode(points)[*phrase.StartUTF16:][:len(utf16.Encode([]rune(s)))]
				got := [3]string{text[*phrase.Start:*phrase.End], string(characters), string(utf16.Decode(units))}
				if s == "" || got != [3]string{s, s, s} {
					t.Fatalf("%q: %q of %q", s, got, text)
				}
				if phrases++; *phrase.StartUTF16 > *phrase.StartChar {
					beyond++
				}
			}
		}
	}
	if phrases < 15000 || beyond < 3000 {
		t.Error(fmt.Sprint(phrases, " phrases, ", beyond, " behind a pair of surrogates"))
	}
}

// written is a text of n words, most of them of one script, with signs between.
func written(r *rand.Rand, script, n int) string {
	var b strings.Builder
	for range n {
		words := scripts[script%len(scripts)]
		if r.IntN(8) == 0 {
			words = scripts[r.IntN(len(scripts))]
		}
		b.WriteString(words[r.IntN(len(words))])
		b.WriteString(signs[r.IntN(len(signs))])
	}
	return b.String()
}
