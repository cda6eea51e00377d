package text

import (
	"strings"
	"testing"
)

// TestSplit: the first line of a text is its title if it looks like one.
func TestSplit(t *testing.T) {
	const long = "Moors were drained by ditches, and peat was burnt."
	for _, c := range []struct{ text, title, body string }{
		{"Drainage of moors\n\n" + long, "Drainage of moors", long},
		{"Drainage of moors\r\n\r\n" + long + "\r\nMore.\r\n", "Drainage of moors", long + "\r\nMore."},
		{"\n\n  Drainage of moors \n" + long, "Drainage of moors", long},
		{"Who drained the moors?\n" + long, "Who drained the moors?", long},
		{"泥炭沼泽的排水\n\n沼泽通过沟渠排水。", "泥炭沼泽的排水", "沼泽通过沟渠排水。"},
		{long + "\n" + long, "", long + "\n" + long},
		{long + "\n\n" + long + long, "", long + "\n\n" + long + long},
		{"Drainage of moors", "", "Drainage of moors"},
		{"Drainage of moors\nin the north", "", "Drainage of moors\nin the north"},
		{"Moors in the north were drai-\nned by ditches, and peat was burnt there.", "", "Moors in the north were drai-\nned by ditches, and peat was burnt there."},
		{strings.Repeat("word ", 50) + "\n\n" + long, "", strings.Repeat("word ", 50) + "\n\n" + long},
		{"12\n\n" + long, "", "12\n\n" + long},
		{"", "", ""},
	} {
		if title, body := Split(c.text); title != c.title || body != c.body {
			t.Errorf("%q: title %q, body %q", c.text, title, body)
		}
	}
}

// TestPasted: a title, a blank line and paragraphs are one document; anything that could be a document a line is not.
func TestPasted(t *testing.T) {
	const long = "Moors were drained by ditches, and peat was burnt."
	for text, want := range map[string]bool{
		"Drainage of moors\n\n" + long + "\n":                     true,
		"Drainage of moors\r\n\r\n" + long + "\r\n":               true,
		"Drainage of moors\n\n" + long + "\n" + long:              true,
		"Drainage of moors\n\n" + long + "\n\n" + long:            true,
		"Drainage of moors\n" + long:                              false,
		"Drainage of moors\n\nPeat and its uses\n\nForests":       false,
		"Drainage of moors\n\n" + long + "\n\nForests\n\n" + long: false,
		long + "\n\n" + long:                                      false,
		"Drainage of moors\n":                                     false,
	} {
		if got := Pasted(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNameOf: the id of a file is its whole name without .txt, below the folder that was given.
func TestNameOf(t *testing.T) {
	for _, c := range [][3]string{
		{"texts/a.v2.txt", "texts", "a.v2"}, {"texts/sub/b.TXT.gz", "texts/", "sub/b"}, {"c.txt", "", "c"}, {"x/c.txt", "", "c"}, {"s3://k/t/u.txt.zst", "s3://k/t", "u"},
		{"standard input", "", "stdin"}, {"notes", "", "notes"},
	} {
		if got := nameOf(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %q", c, got)
		}
	}
}
