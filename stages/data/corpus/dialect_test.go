package corpus

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"github.com/wrone2set/wrone2set/schemas"
)

// wide encodes text in UTF-16 in a byte order.
func wide(text string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			u = u>>8 | u<<8
		}
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// TestDialects: delimiter and encoding of a table are detected, reported and can be set; the record is always the same.
func TestDialects(t *testing.T) {
	const table = "id;title;abstract;keywords\r\n7;Größe „3,5“ – naïve;\"a; b\";x, y|z\r\n"
	western, err := charmap.Windows1252.NewEncoder().String(table)
	if err != nil {
		t.Fatal(err)
	}
	latin, err := charmap.ISO8859_1.NewEncoder().String("title;abstract\nGröße;t\n")
	if err != nil {
		t.Fatal(err)
	}
	with := func(delimiter, encoding string) Settings {
		s := DefaultSettings()
		s.Delimiter, s.Encoding, s.KeywordSeparator = delimiter, encoding, "|"
		return s
	}
	const title = "Größe „3,5“ – naïve"
	for _, c := range []struct {
		name, data  string
		settings    Settings
		title, said string
	}{
		{"utf8.csv", table, with(auto, auto), title, "csv with delimiter ';'; read id=id"},
		{"mark.csv", "\xef\xbb\xbf" + table, with(auto, auto), title, "csv with delimiter ';'; read id=id"},
		{"1252.csv", western, with(auto, auto), title, "csv with delimiter ';' in windows-1252; read id=id"},
		{"1252set.csv", western, with(";", "windows-1252"), title, "csv with delimiter ';' in windows-1252;"},
		{"16le.csv", "\xff\xfe" + string(wide(table, false)), with(auto, auto), title, "csv with delimiter ';' in utf-16;"},
		{"16be.csv", "\xfe\xff" + string(wide(table, true)), with(auto, auto), title, "in utf-16;"},
		{"16leset.csv", string(wide(table, false)), with(auto, "utf-16le"), title, "in utf-16le;"},
		{"16beset.csv", string(wide(table, true)), with(auto, "utf-16be"), title, "in utf-16be;"},
		{"mac.csv", strings.ReplaceAll(table, "\r\n", "\r"), with(auto, auto), title, "csv with delimiter ';' with carriage returns; read id=id"},
		{"macmark.csv", "\xef\xbb\xbf" + strings.ReplaceAll(table, "\r\n", "\r"), with(auto, auto), title, "csv with delimiter ';' with carriage returns;"},
		{"mac1252.csv", strings.ReplaceAll(western, "\r\n", "\r"), with(auto, auto), title, "csv with delimiter ';' in windows-1252 with carriage returns;"},
		{"mac16.csv", "\xff\xfe" + string(wide(strings.ReplaceAll(table, "\r\n", "\r"), false)), with(auto, auto), title, "in utf-16 with carriage returns;"},
		{"mac.jsonl", "{\"title\":\"Größe\"}\r{\"title\":\"b\"}\r", with(auto, auto), "Größe", "jsonl with carriage returns;"},
		{"sep.csv", "sep=;\r\n" + table, with(auto, auto), title, "csv with delimiter ';'; read id=id"},
		{"sepquoted.csv", "\xef\xbb\xbf\"SEP=;\"\n" + table, with(auto, auto), title, "csv with delimiter ';'; read id=id"},
		{"sepmarks.csv", "\xef\xbb\xbf\xef\xbb\xbfsep=;\r\n" + table, with(auto, auto), title, "csv with delimiter ';'; read id=id"},
		{"septab.csv", "sep=\t\nid\ttitle\n1\tg\n", with(auto, auto), "g", "csv with delimiter '\\t'; read id=id"},
		{"sep.tsv", "sep=\t\nid\ttitle\n1\tg\n", with(auto, auto), "g", "csv with delimiter '\\t'; read id=id"},
		{"sepboth.csv", "sep=,\ntitle,a;b,text;abstract\n1,2;3,4;5\n", with(auto, auto), "1", "csv; read title=title"},
		{"sepset.csv", "sep=,\ntitle,a;b,text;abstract\n1,2;3,4;5\n", with(";", auto), "", "csv with delimiter ';'; read text=abstract"},
		{"bars.txt", strings.ReplaceAll(strings.ReplaceAll(table, "|", "#"), ";", "|"), with(auto, auto), title, "csv with delimiter '|';"},
		{"commas.csv", "id,title,abstract\n7,g,t\n", with(auto, auto), "g", "csv; read id=id"},
		{"latin.csv", latin, with(auto, "latin-1"), "Größe", "in latin-1;"},
		{"latinauto.csv", latin, with(auto, auto), "Größe", "in windows-1252;"},
		{"tilde.csv", "title~abstract\na~b\n", with("~", auto), "a", "csv with delimiter '~';"},
	} {
		for end, data := range map[string][]byte{"": []byte(c.data), ".gz": zipped(t, []byte(c.data))} {
			said := ""
			r, err := Open(write(t, c.name+end, data), "", c.settings.Options(true, func(line string) { said = line }))
			if err != nil {
				t.Errorf("%s: %v", c.name+end, err)
				continue
			}
			var u Unparsed
			err = r.Next(&u)
			got, bad := r.Parse(&u)
			if err != nil || bad != nil || got.Title != c.title || !strings.Contains(said, c.said) {
				t.Errorf("%s: title %q, %v, %v; said %q", c.name+end, got.Title, err, bad, said)
			}
			r.Close()
		}
	}
}

// TestAmbiguousDelimiter: a first line that is a header with two delimiters is refused, with both readings; --delimiter
// decides.
func TestAmbiguousDelimiter(t *testing.T) {
	path := write(t, "both.csv", []byte("title,a;b,text;abstract\n1,2;3,4;5\n"))
	s := DefaultSettings()
	_, err := Open(path, "", s.Options(true, nil))
	if err == nil || !strings.Contains(err.Error(), `with commas (columns ["title" "a;b" "text;abstract"]) and with semicolons (columns ["title,a" "b,text" "abstract"])`) ||
		!strings.Contains(err.Error(), "--delimiter") {
		t.Errorf("%v", err)
	}
	for comma, want := range map[string]string{",": "1", ";": ""} {
		s.Delimiter = comma
		r, err := Open(path, "", s.Options(true, nil))
		if err != nil {
			t.Fatal(err)
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(&u); err != nil || got.Title != want {
			t.Errorf("%s: %+v, %v", comma, got, err)
		}
		r.Close()
	}
}

// TestDamagedStaysUTF8: text in UTF-8 with a bad byte is not taken for Windows-1252, nor is JSON. A byte that Windows-1252
// lacks is an error that names the file.
func TestDamagedStaysUTF8(t *testing.T) {
	for name, data := range map[string]string{"mixed.csv": "title,abstract\nGröße,\xe9\n", "json.jsonl": "{\"title\":\"caf\xe9\"}\n"} {
		r, err := Open(write(t, name, []byte(data)), "", DefaultSettings().Options(true, nil))
		if err != nil {
			t.Fatal(err)
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Parse(&u); err == nil || !strings.Contains(err.Error(), "not valid UTF-8") {
			t.Errorf("%s: %v", name, err)
		}
		r.Close()
	}
	s := DefaultSettings()
	s.Encoding = "windows-1252"
	path := write(t, "hole.csv", []byte("title,abstract\na,b\n"+strings.Repeat("c,d\n", 1<<17)+"a\x81,\xe9\n"))
	r, err := Open(path, "", s.Options(true, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var u Unparsed
	for err == nil {
		err = r.Next(&u)
	}
	broken, ok := err.(*schemas.FileError)
	if !ok || broken.File != path || !strings.Contains(err.Error(), "line 131075: bytes that are not characters of windows-1252") {
		t.Errorf("%v", err)
	}
}

// TestCutCharacter: text in UTF-8 is not taken for Windows-1252 if the end of the inspected bytes cuts a character.
func TestCutCharacter(t *testing.T) {
	head := "title\n"
	for shift := range 2 {
		said := ""
		data := head + strings.Repeat("a", 64<<10-len(head)-shift) + "éé\n"
		r, err := Open(write(t, "cut.csv", []byte(data)), "", DefaultSettings().Options(true, func(line string) { said = line }))
		if err != nil {
			t.Fatal(err)
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(&u); err != nil || !strings.HasSuffix(got.Title, "éé") || strings.Contains(said, "1252") {
			t.Errorf("shift %d: %v, said %q", shift, err, said)
		}
		r.Close()
	}
}

// TestDelimiterSetting: a character that cannot separate cells is refused.
func TestDelimiterSetting(t *testing.T) {
	for delimiter, fine := range map[string]bool{"auto": true, ";": true, `\t`: true, "|": true, "ab": false, "a": false, "1": false, `"`: false, "\n": false, "é": false} {
		s := DefaultSettings()
		s.Delimiter = delimiter
		if err := s.Check(); (err == nil) != fine {
			t.Errorf("%q: %v", delimiter, err)
		}
	}
	s := DefaultSettings()
	s.Delimiter, s.Format = ";", "jsonl"
	if err := s.Check(); err == nil {
		t.Error("a delimiter for JSON lines is accepted")
	}
}

// TestColumnNames: names of publishers and in other languages are known; English names take precedence.
func TestColumnNames(t *testing.T) {
	for header, want := range map[string]string{
		"PMID;Titel;Zusammenfassung;Schlagwörter":   "i t a [k]",
		"DOI;Titre;Résumé;Mots-clés":                "i t a [k]",
		"paper_id;Título;Resumen;Palabras clave":    "i t a [k]",
		"OpenAlex ID;TITEL;Kurzfassung;Stichwörter": "i t a [k]",
		"PPN;Titel;Kurzfassung;Schlagworte":         "i t a [k]",
		"ppn;Titre;Résumé;mots_clés":                "i t a [k]",
		"Ppn;titulo;RESUMEN;palabras_clave":         "i t a [k]",
		"id;PPN;title;abstract":                     "i a k []",
		"PPN;doi;titel;abstract":                    "t a k []",
		"corpusid;title;titel;abstract":             "i t k []",
	} {
		r, err := Open(write(t, "a.csv", []byte(header+"\ni;t;a;k\n")), "", DefaultSettings().Options(false, nil))
		if err != nil {
			t.Errorf("%s: %v", header, err)
			continue
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		got, err := r.Parse(&u)
		if s := fmt.Sprintln(got.ID, got.Title, got.Body, got.Keyphrases); err != nil || s != want+"\n" {
			t.Errorf("%s: %q, %v", header, s, err)
		}
		r.Close()
	}
}
