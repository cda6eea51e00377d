package language

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are a sentence or two of each language, written for this test.
var texts = map[string]string{
	"en": "We describe how the records of a library can be put in order, and how long that takes.",
	"de": "Wir beschreiben, wie man die Bücher einer Bibliothek ordnen kann und wie lange das dauert.",
	"fr": "Nous décrivons comment les livres d'une bibliothèque peuvent être mis en ordre, et le temps que cela prend.",
	"es": "Describimos cómo se pueden ordenar los libros de una biblioteca y cuánto tiempo se tarda en hacerlo.",
	"it": "Descriviamo come si possono ordinare i libri di una biblioteca e quanto tempo ci vuole per farlo.",
	"pt": "Descrevemos como os livros de uma biblioteca podem ser ordenados e quanto tempo isso demora, não só aqui.",
	"nl": "Wij beschrijven hoe de boeken van een bibliotheek geordend kunnen worden en hoe lang dat duurt.",
	"sv": "Vi beskriver hur böckerna i ett bibliotek kan ordnas och hur lång tid det tar, och vad som inte går att göra.",
	"fi": "Kuvaamme, miten kirjaston kirjat voidaan järjestää ja kuinka kauan se kestää, kun kirjoja on paljon.",
	"pl": "Opisujemy, jak można uporządkować książki w bibliotece i ile czasu to zajmuje, gdy książek jest dużo.",
	"cs": "Popisujeme, jak lze uspořádat knihy v knihovně a jak dlouho to trvá, když je knih mnoho.",
	"hu": "Leírjuk, hogyan lehet egy könyvtár könyveit rendbe tenni, és hogy mennyi ideig tart ez.",
	"tr": "Bir kütüphanenin kitaplarının nasıl düzenlenebileceğini ve bunun ne kadar sürdüğünü anlatıyoruz.",
	"ru": "Мы описываем, как можно привести в порядок книги библиотеки и сколько времени это занимает.",
	"uk": "Ми описуємо, як можна впорядкувати книги бібліотеки і скільки часу це займає, коли книг багато.",
	"zh": "我们描述如何整理图书馆的藏书,以及这需要多长时间。",
	"ja": "図書館の本をどのように整理するか、またどれくらいの時間がかかるかを説明する。",
	"ko": "도서관의 책을 어떻게 정리할 수 있는지 설명한다.",
	"th": "เราอธิบายวิธีจัดเรียงหนังสือในห้องสมุด",
	"el": "Περιγράφουμε πώς μπορούν να τακτοποιηθούν τα βιβλία μιας βιβλιοθήκης.",
	"ar": "نصف في هذه الورقة كيف يمكن ترتيب الكتب في المكتبة وكم من الوقت يستغرق ذلك، وهو عمل لا بد منه على كل حال إلى أن يتم.",
	"he": "אנו מתארים כיצד ניתן לסדר את ספרי הספרייה.",
	"hi": "हम बताते हैं कि पुस्तकालय की पुस्तकों को कैसे व्यवस्थित किया जा सकता है।",
	// Latin letters outnumber the others.
	"zh-latin": "采用Rodrigues参数(MRP)与Lyapunov函数,提出了SOS方法。",
	// Too little, and none of the listed languages.
	"und":  "Kx-7 Zpqr",
	"und-": "", "und-1": "1984 — 12.5 %", "und-2": "\xff\xfe\xfd", "und-3": "Support vector machines",
	"und-4": "Liburutegi bateko liburuak nola antola daitezkeen eta zenbat denbora behar den azaltzen dugu.",
	"und-5": "Rydym yn disgrifio sut y gellir rhoi llyfrau llyfrgell mewn trefn a faint o amser y mae hynny'n ei gymryd.",
	"und-6": "Við lýsum því hvernig hægt er að raða bókum bókasafns og hversu langan tíma það tekur.",
}

func TestDetect(t *testing.T) {
	for want, text := range texts {
		want, _, _ = strings.Cut(want, "-")
		tag, confidence := Detect(text)
		if tag != want || confidence < 0 || want != Unknown && confidence < .5 || confidence > 1 {
			t.Errorf("%.40q is %s with %.3f, want %s", text, tag, confidence, want)
		}
	}
}

// TestRepeated: a word counts once, however often it stands in a text.
func TestRepeated(t *testing.T) {
	list := strings.Repeat("DIN EN 13086 ; ", 40)
	one, _ := Detect("DIN EN")
	if many, _ := Detect(list); many != one {
		t.Errorf("%s, and %s if it stands there 40 times", one, many)
	}
}

// TestCase: capitals change nothing.
func TestCase(t *testing.T) {
	for want, text := range texts {
		a, x := Detect(text)
		b, y := Detect(strings.ToUpper(text))
		if want != "tr" && want != "el" && (a != b || x != y) {
			t.Errorf("%s %v, in capitals %s %v", a, x, b, y)
		}
	}
}

// TestLong: what stands behind the first bytes changes nothing, and costs nothing.
func TestLong(t *testing.T) {
	front := strings.Repeat(texts["de"]+" ", 50)[:4096]
	a, x := Detect(front)
	if b, y := Detect(front + strings.Repeat(texts["fr"], 1000)); a != "de" || a != b || x != y {
		t.Errorf("%s %v, longer %s %v", a, x, b, y)
	}
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		tag, word string
		want      bool
	}{{"de", "und", true}, {"de", "the", false}, {"en", "the", true}, {"en", "library", false}, {"fi", "ja", true}, {"ru", "и", true}, {"xx", "the", false}, {"und", "the", false}} {
		if got := Stop(c.tag, c.word); got != c.want {
			t.Errorf("%s %s: %v", c.tag, c.word, got)
		}
	}
}

// FuzzDetect: any bytes have a tag and a probability, and the same ones each time.
func FuzzDetect(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tag, confidence := Detect(text)
		if tag == "" || !(confidence >= 0 && confidence <= 1) || !utf8.ValidString(tag) {
			t.Errorf("%q with %v", tag, confidence)
		}
		if again, same := Detect(text); again != tag || same != confidence {
			t.Errorf("%s %v, then %s %v", tag, confidence, again, same)
		}
	})
}
