package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/wrone2set/wrone2set/schemas"
)

// encoded is a table in an encoding.
func encoded(t *testing.T, name, text string) []byte {
	t.Helper()
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b
}

// languages are tables with their text in the languages of code pages.
var languages = map[string]string{
	"ru": "Осушение торфяных болот на севере,Болота осушали канавами и торф использовали как топливо.",
	"uk": "Осушення боліт на півночі,Торф використовували як паливо; дослідження показує зміну ґрунту за сто років.",
	"bg": "Отводняване на торфени блата,Блатата са отводнявани с канали.",
	"cs": "Odvodňování rašelinišť v horách,Rašeliniště byla odvodněna příkopy a studie ukazuje změny půdy během let.",
	"pl": "Osuszanie torfowisk na północy,Torf służył jako opał. W ciągu stu lat zmieniły się gleby i ścieżki.",
	"hu": "Tőzeglápok lecsapolása északon,A lápokat árkokkal csapolták le és a tőzeget tüzelőként használták.",
	"hr": "Isušivanje tresetišta na sjeveru,Članak se bavi načinima zaštite šuma i rijeka.",
	"ro": "Protecţia pădurilor din nord,Mlaştinile au fost drenate prin şanţuri iar turba a fost folosită drept combustibil.",
	"el": "Αποξήρανση τυρφώνων στον βορρά,Οι τυρφώνες αποξηράνθηκαν με τάφρους.",
	"tr": "Kuzeydeki turbalıkların kurutulması,Bataklıklar hendeklerle kurutuldu ve turba yakıt olarak kullanıldı; çalışma gösteriyor.",
	"lv": "Kūdras purvu nosusināšana ziemeļos,Purvi tika nosusināti ar grāvjiem un pētījums parāda izmaiņas.",
	"he": "ניקוז ביצות הכבול בצפון,הביצות נוקזו בתעלות והכבול שימש כדלק.",
	"ar": "تجفيف مستنقعات الخث في الشمال,جففت المستنقعات بالقنوات.",
	"th": "การระบายน้ำจากพรุในภาคเหนือ,พรุถูกระบายน้ำด้วยคู",
	"zh": "北方泥炭沼泽的排水,沼泽通过沟渠排水。研究显示了一百年来土壤的变化。",
	"tw": "北方泥炭沼澤的排水,沼澤透過溝渠排水。研究顯示了一百年來土壤的變化。",
	"ja": "北部における泥炭地の排水,湿地は溝によって排水され、泥炭は燃料として使われた。",
	"ko": "북부 이탄 습지의 배수,습지는 도랑으로 배수되었고 이탄은 연료로 사용되었다.",
	"de": "Entwässerung von Mooren,Die Moore wurden durch Gräben entwässert – größtenteils für „Brennstoff“.",
	"fr": "Le drainage des tourbières,L’étude montre l’évolution du sol où il y avait des forêts; un chef-d’œuvre naïf.",
	"es": "Drenaje de turberas,¿Cómo cambió el suelo de España en cien años?",
	"pt": "Proteção das florestas,As alterações do solo em cem anos não são opções.",
	"it": "Il drenaggio delle torbiere,Lo studio mostra perché il suolo è cambiato; più città ne parlano.",
	"da": "Dræning af tørvemoser,Moserne blev drænet med grøfter på hundrede år.",
	"sv": "Dikning av torvmossar,Studien visar hur jorden har förändrats på hundra år.",
	"is": "Framræsla mýra á norðurlandi,Rannsóknin sýnir breytingar á jarðvegi þar sem mórinn var notaður.",
	"en": "The Schrödinger equation,A naïve paper at 50 °C ± 2 °C with “quotes” of São Paulo.",
}

// TestCodePages: a text that is not UTF-8 is read by itself if its encoding is clear, and refused if it is not. Never are its letters
// wrong. With --encoding it is always read.
func TestCodePages(t *testing.T) {
	for _, c := range []struct {
		language string
		encoding string
		clear    bool
	}{
		{"ru", "windows-1251", true}, {"ru", "koi8-r", true}, {"ru", "iso-8859-5", true}, {"ru", "ibm866", true}, {"ru", "macintosh-cyrillic", false},
		{"uk", "windows-1251", true}, {"uk", "koi8-u", true}, {"bg", "windows-1251", true},
		{"cs", "windows-1250", true}, {"cs", "iso-8859-2", true}, {"hu", "windows-1250", true}, {"hu", "iso-8859-2", true},
		{"pl", "windows-1250", false}, {"pl", "iso-8859-2", false}, {"hr", "windows-1250", false}, {"ro", "windows-1250", false},
		{"el", "windows-1253", true}, {"el", "iso-8859-7", true}, {"tr", "windows-1254", true}, {"lv", "windows-1257", false},
		{"he", "windows-1255", false}, {"ar", "windows-1256", false}, {"th", "windows-874", false},
		{"zh", "gbk", true}, {"zh", "gb18030", true}, {"tw", "big5", true}, {"ja", "shift_jis", true}, {"ja", "euc-jp", true}, {"ko", "euc-kr", true},
		{"de", "windows-1252", true}, {"fr", "windows-1252", true}, {"es", "windows-1252", true}, {"pt", "windows-1252", true},
		{"it", "windows-1252", true}, {"da", "windows-1252", true}, {"sv", "windows-1252", true}, {"is", "windows-1252", true}, {"en", "windows-1252", true},
	} {
		if c.encoding == "macintosh-cyrillic" {
			c.encoding = "x-mac-cyrillic"
		}
		title, abstract, _ := strings.Cut(languages[c.language], ",")
		// The first 100,000 bytes are ASCII, which say nothing.
		for _, before := range []string{"", strings.Repeat(strings.Repeat("a", 1000)+",b\n", 100)} {
			path := write(t, "t.csv", encoded(t, c.encoding, "title,abstract\n"+before+title+","+abstract+"\n"))
			for _, as := range []string{"auto", c.encoding} {
				s := DefaultSettings()
				s.Encoding = as
				got, err := lastOf(path, s.Options(true, nil))
				var broken *schemas.FileError
				switch {
				case err == nil && got.Title == title && got.Body == abstract:
				case err == nil:
					t.Errorf("%s in %s, read as %s: %q %q", c.language, c.encoding, as, got.Title, got.Body)
				case c.clear || as != "auto":
					t.Errorf("%s in %s, read as %s: %v", c.language, c.encoding, as, err)
				case !errors.As(err, &broken) || !strings.Contains(broken.Place, "line") || !strings.Contains(broken.Remedy, "--encoding"):
					t.Errorf("%s in %s: %v", c.language, c.encoding, err)
				}
			}
		}
	}
}

// lastOf returns the last record of a file.
func lastOf(path string, o Options) (last Record, err error) {
	r, err := Open(path, "", o)
	if err != nil {
		return last, err
	}
	defer r.Close()
	for {
		var u Unparsed
		if err := r.Next(&u); err == io.EOF {
			return last, nil
		} else if err != nil {
			return last, err
		}
		if last, err = r.Parse(&u); err != nil {
			return last, err
		}
	}
}

// TestUnclearEncoding: the error names the line and shows how the likely encodings read it, the right one among them.
func TestUnclearEncoding(t *testing.T) {
	path := write(t, "t.csv", encoded(t, "windows-1257", "id,title\n1,plain\n2,\"Durpynų sausinimas šiaurėje, pelkės\"\n"))
	_, err := Open(path, "", DefaultSettings().Options(true, nil))
	want := "line 3: the text is not UTF-8, and its encoding is not clear; give the --encoding of the right reading: "
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `windows-1257 reads "2,\"Durpynų sausinimas`) {
		t.Errorf("%v", err)
	}
}

// TestContradictedEncoding: what the first lines decide holds for the whole file, or the line that contradicts is named.
func TestContradictedEncoding(t *testing.T) {
	western := strings.Repeat("Größe der Wälder,Über Bäume und Flüsse\n", 4000)
	for name, c := range map[string]struct{ data, want string }{
		"Czech":     {string(encoded(t, "windows-1252", "title,abstract\n"+western)) + string(encoded(t, "windows-1250", "Dvořákovy příkopy,Čapek\n")), "line 4002: reads like another encoding than windows-1252"},
		"Russian":   {string(encoded(t, "windows-1252", "title,abstract\n"+western)) + string(encoded(t, "windows-1251", "Леса,Реки\n")), "line 4002: reads like another encoding than windows-1252"},
		"undefined": {string(encoded(t, "windows-1252", "title,abstract\n"+western)) + "a\x81,b\n", "line 4002: bytes that are not characters of windows-1252"},
		"GBK":       {string(encoded(t, "gbk", "title,abstract\n"+strings.Repeat(languages["zh"]+"\n", 2000))) + "a\xff\xff,b\n", "line 2002: bytes that are not characters of gb18030"},
	} {
		_, err := lastOf(write(t, "t.csv", []byte(c.data)), DefaultSettings().Options(true, nil))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "--encoding") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	s := DefaultSettings()
	s.Encoding = "shift_jis"
	_, err := lastOf(write(t, "t.csv", encoded(t, "gbk", "title,abstract\n"+languages["zh"]+"\n")), s.Options(true, nil))
	if err == nil || !strings.Contains(err.Error(), "line 2: bytes that are not characters of shift_jis; give another --encoding") {
		t.Errorf("the wrong --encoding: %v", err)
	}
}

// TestShortCodePages: a table of a few words is never read with wrong letters either.
func TestShortCodePages(t *testing.T) {
	for _, c := range []struct {
		encoding, text string
		clear          bool
	}{
		{"windows-1251", "Теория графов", true}, {"windows-1251", "ЛЕСА И РЕКИ СИБИРИ", true}, {"windows-1250", "Teorie grafů", false}, {"windows-1250", "Music of Dvořák", false},
		{"windows-1250", "Erdős number", false}, {"windows-1250", "Łódź and Wrocław", false}, {"windows-1250", "Graphs of Petrović", false}, {"windows-1254", "Kızılırmak Ağaç", false},
		{"gbk", "图论", false}, {"shift_jis", "グラフ", false}, {"euc-kr", "그래프", false}, {"macintosh", "Schrödinger", false}, {"macintosh", "Café", false}, {"ibm866", "Лес", false},
		{"windows-1252", "Schrödinger", true}, {"windows-1252", "Größe", true}, {"windows-1252", "ÉTUDE", true}, {"windows-1252", "Niño y señor", true}, {"windows-1252", "20 °C", true},
		{"windows-1252", "Müller über Größe; Œuvres d’été; Curaçao São; Ørsted ångström; più città", true},
	} {
		got, err := lastOf(write(t, "t.csv", encoded(t, c.encoding, "id,title\n1,"+c.text+"\n")), DefaultSettings().Options(true, nil))
		if err == nil && got.Title != c.text || err != nil && c.clear {
			t.Errorf("%s in %s: %q, %v", c.text, c.encoding, got.Title, err)
		}
	}
}

// TestEncodingNames: --encoding takes the names of the WHATWG and ours.
func TestEncodingNames(t *testing.T) {
	for name, known := range map[string]bool{"auto": true, "utf-8": true, "UTF8": true, "utf-16": true, "latin-1": true, "windows-1251": true, "cp1251": true, "gbk": true, "GB2312": true,
		"sjis": true, "koi8-r": true, "iso-8859-2": true, "big5": true, "euc-kr": true, "ibm866": true, "windows-9": false, "": false, "hz-gb-2312": false} {
		s := DefaultSettings()
		s.Encoding = name
		if err := s.Check(); (err == nil) != known || err != nil && !strings.Contains(err.Error(), "encoding.spec.whatwg.org") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestPipedCodePage: a pipe is read once, so its first bytes beyond ASCII decide, wherever they are.
func TestPipedCodePage(t *testing.T) {
	title, abstract, _ := strings.Cut(languages["ru"], ",")
	for _, rows := range []int{0, 40_000} {
		data := encoded(t, "windows-1251", "title,abstract\n"+strings.Repeat("a,b\n", rows)+title+","+abstract+"\n")
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() { w.Write(data); w.Close() }()
		stdin := os.Stdin
		os.Stdin = r
		got, err := lastOf("-", DefaultSettings().Options(true, nil))
		os.Stdin = stdin
		if err != nil || got.Title != title || got.Body != abstract || got.Row != int64(rows+2) {
			t.Errorf("%d rows of ASCII before: %s, %v", rows, fmt.Sprint(got.Row, got.Title), err)
		}
	}
}
