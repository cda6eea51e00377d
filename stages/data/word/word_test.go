package word

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// cut is the words of a text, | before those behind a break.
func cut(tag, text string) string {
	var all []string
	for _, w := range NewCutter().Cut(tag, text) {
		if w.Broken {
			w.Lower = "|" + w.Lower
		}
		all = append(all, w.Lower)
	}
	return strings.Join(all, " ")
}

func TestCut(t *testing.T) {
	for _, c := range []struct{ tag, text, want string }{
		{"en", "State-of-the-art models, in 12.5 %", "|state of the art models |in 12.5"},
		{"de", "Die Größe der „Bücher“ (neu)", "|die größe der |bücher |neu"},
		{"fr", "l'école d’aujourd’hui", "|l'école d’aujourd’hui"},
		{"ru", "Иван Иванович. Он", "|иван иванович |он"},
		{"zh", "提出了飞行器的控制系统,较快", "|提出 了 飞行器 的 控制系统 |较 快"},
		{"zh", "用MRP参数", "|用 mrp 参数"},
		{"ja", "図書館の本を整理する", "|図書館 の 本 を 整理 す る"},
		{"ja", "データベースの設計", "|データベース の 設計"},
		{"th", "ห้องสมุด อ่านหนังสือ2เล่ม ห้องสมุดและผู้อ่านหนังสือทุกคนในเมืองหลวง ดี", "|ห้องสมุด |อ่านหนังสือ 2 |เล่ม |ดี"},
		{"en", "library ห้องสมุด, ຫໍສະໝຸດ", "|library |ห้องสมุด |ຫໍສະໝຸດ"},
		{"he", "שלום עולם", "|שלום עולם"},
		{"ar", "مكتبة الكتب", "|مكتبة الكتب"},
		{"fi", "kirjasto\nja kirjat\n\nuusi", "|kirjasto ja kirjat |uusi"},
		{"en", "cafe\u0301 au lait 😀 b", "|cafe\u0301 au lait |b"},
		{"en", "a\xff\xfeb", "|a |b"},
		{"de", "Kometen - Staub / Eis = Dust – und mehr", "|kometen |staub |eis |dust |und mehr"},
		{"de", "vom Staub.Das Eis, Kometen:Staub", "|vom staub |das eis |kometen |staub"},
		{"fi", "EU:n laki, k-means- ja Node.js", "|eu:n laki |k |ja node.js"},
		{"fi", "Katso http://www.kirjasto.fi/sammal.html tai matti@kirjasto.fi.", "|katso |tai"},
		{"de", "Bedrohungs- und Risikoanalyse, Last-, Waren- und Personenwagen - neu", "|und risikoanalyse |und personenwagen |neu"},
		{"und", "", ""}, {"und", "— … 😀", ""},
	} {
		if got := cut(c.tag, c.text); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.tag, c.text, got, c.want)
		}
	}
}

func TestStem(t *testing.T) {
	c := NewCutter()
	for _, x := range []struct{ tag, a, b string }{
		{"de", "Bibliotheken", "bibliothek"}, {"fi", "kirjastossa", "kirjasto"}, {"ru", "библиотеки", "библиотека"}, {"en", "networks", "network"},
		{"fr", "bibliothèques", "bibliothèque"}, {"sv", "böckerna", "böcker"}, {"nb", "bilene", "bilen"},
	} {
		if a, b := c.Stem(x.tag, x.a), c.Stem(x.tag, x.b); a != b {
			t.Errorf("%s: %s is %s, %s is %s", x.tag, x.a, a, x.b, b)
		}
	}
	// The memory is of one language: English takes the s off, Chinese nothing.
	if a, b, again := c.Stem("zh", "cats"), c.Stem("en", "cats"), c.Stem("zh", "cats"); a != "cats" || b != "cat" || again != "cats" {
		t.Errorf("%s, %s, %s", a, b, again)
	}
}

func TestShare(t *testing.T) {
	if of, system := Share("的"), Share("控制系统"); of < 100*system || system == 0 || Share("qqq") != 0 {
		t.Errorf("%v and %v", of, system)
	}
}

// scripts are letters, marks and signs to make texts of.
var scripts = []string{
	"abcxyz ABC-'’., ", "äöüßéñøł ", "абвгдйё ЯЖ. ", "αβγδς Ω ", "אבגדה ', \u05b0\u05b8", "ابتثج ،\u064e\u0651", "कखगघ\u093e\u0940\u094d ।",
	"กขคง\u0e31\u0e34", "中文图书馆的学,。", "漢字かなカナー、", "한국어 도서 ", "😀👨\u200d👩\u200d👧🇩🇪e\u0301 a𝔘𐍈 ",
}

// TestPlaces: of 5,000 texts in twelve scripts, every word stands where it says it does, in order, in bytes of whole characters.
func TestPlaces(t *testing.T) {
	r, c := rand.New(rand.NewPCG(1, 2)), NewCutter()
	tags := []string{"en", "de", "ru", "el", "he", "ar", "hi", "th", "zh", "ja", "ko", "und"}
	for i := range 5000 {
		var text strings.Builder
		for range 1 + r.IntN(60) {
			letters := []rune(scripts[i%len(scripts)])
			if r.IntN(8) == 0 {
				letters = []rune(scripts[r.IntN(len(scripts))])
			}
			text.WriteRune(letters[r.IntN(len(letters))])
		}
		if err := places(c, tags[r.IntN(len(tags))], text.String()); err != nil {
			t.Fatal(err)
		}
	}
}

// places checks the words of a text.
func places(c *Cutter, tag, text string) error {
	end := 0
	for _, w := range c.Cut(tag, text) {
		if w.Start < end || w.End <= w.Start || w.End > len(text) || text[w.Start:w.End] != w.Text || w.Lower != strings.ToLower(w.Text) {
			return fmt.Errorf("%s %q: %q at %d to %d behind %d", tag, text, w.Text, w.Start, w.End, end)
		}
		if utf8.ValidString(text) && !utf8.ValidString(w.Text) {
			return fmt.Errorf("%q cuts a character", w.Text)
		}
		if end = w.End; c.Stem(tag, w.Lower) == "" && tag != "ar" {
			return fmt.Errorf("%s %q has no stem", tag, w.Lower)
		}
	}
	return nil
}

// FuzzCut: no bytes panic, and words stand where they say.
func FuzzCut(f *testing.F) {
	for i, s := range scripts {
		f.Add([]string{"en", "zh", "ja"}[i%3], s)
	}
	f.Fuzz(func(t *testing.T, tag, text string) {
		if err := places(NewCutter(), tag, text); err != nil && !strings.HasSuffix(err.Error(), "has no stem") {
			t.Error(err)
		}
	})
}
