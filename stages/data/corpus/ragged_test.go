package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRaggedRows: cells that lack at the end of a row, or are empty beyond the header, or name the rows, are read where that is
// clear.
func TestRaggedRows(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"lacking, not read":  {"id,title,year,note\n1,T\n2,U,2001\n", []string{"2 1 T", "3 2 U"}},
		"lacking, not asked": {"id,title,keywords\n1,T\n", []string{"2 1 T"}},
		"lacking, read":      {"id,year,title\n1,2000\n2,2001,U\n", []string{`2 reject has 2 columns, the header has 3; write all cells of the row, also empty ones, since "title" is read as its title`, "3 2 U"}},
		"empty beyond":       {"id,title\n1,T,\n2,U,,\n", []string{"2 1 T", "3 2 U"}},
		"one empty beyond":   {"id,title\n1,T,\n2,U,\n", []string{"2 1 T", "3 2 U"}},
		"beyond":             {"id,title\n1,Cats, dogs\n2,Birds, bees\n", []string{"2 reject has 3 columns, the header has 2; put quotes round", "3 reject has 3"}},
		"row names":          {"\"id\",\"title\"\n\"1\",\"a\",\"T\"\n\"2\",\"b\",\"U, V\"\n", []string{"2 a T", "3 b U, V"}},
		"one row":            {"id,title\n1,Cats,dogs\n", []string{"2 reject has 3"}},
		"names but once":     {"id,title\nx,1,T\ny,2,U\nz,3\n", []string{"2 reject has 3", "3 reject has 3", "4 z 3"}},
		"blanks and quotes":  {"id, title, year\n1, \"T, U\", 2000\n2, \"V\", 2001\n", []string{"2 1 T, U", "3 2 V"}},
		"quotes in text":     {"id,title\n1,A 12\" screen\n2,\"B, 13\"\" one\"\n3,the \"open\" web\n", []string{"2 1 A 12\" screen", "3 2 B, 13\" one", "4 3 the \"open\" web"}},
		"a swallowed row":    {"id,title,text\n1,\"a\n2,b,c\n3,\"\n", []string{"2 reject has 2 columns, the header has 3 (in lines 2 to 4: a quote may not be closed)"}},
	} {
		rows, _ := labelled(t, "a.csv", c.data)
		fits := func(got, want string) bool {
			return strings.HasPrefix(strings.ReplaceAll(strings.ReplaceAll(got, `\"`, "§"), `"`, ""), strings.ReplaceAll(strings.ReplaceAll(want, `"`, "§"), "§title§", "title"))
		}
		if !slices.EqualFunc(rows, c.want, fits) {
			t.Errorf("%s: %q, want %q", name, rows, c.want)
		}
	}
}

// TestLineEndsInCells: a cell keeps its line ends, so that places in it are those in the file.
func TestLineEndsInCells(t *testing.T) {
	const cell = "a\r\nb\rc\n\r\nd"
	r, err := Open(write(t, "a.csv", []byte("id,title,x\r\n1,\""+cell+"\",\"\r\n\"\r\n2,b,c\r\n")), "", Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range [][]string{{cell, "\r\n"}, {"b", "c"}} {
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		got, err := r.Parse(&u)
		if err != nil || got.Title != want[0] || got.Given.Cells[1].Text != want[0] || got.Given.Cells[2].Text != want[1] {
			t.Errorf("%d: %q, %+v, %v", i, got.Title, got.Given, err)
		}
	}
}

// TestSwallowedRows: a cell that may have swallowed ten rows is a warning with its lines; a long text is none.
func TestSwallowedRows(t *testing.T) {
	table := func(inside func(i int) string) string {
		var b strings.Builder
		b.WriteString("id,title,year\n0,\"first\n")
		for i := range 12 {
			b.WriteString(inside(i))
		}
		b.WriteString("last\",2000\n99,other,2001\n")
		return b.String()
	}
	warned := func(data string) string {
		_, said := labelled(t, "a.csv", data)
		return strings.Join(said[1:], "\n")
	}
	if got := warned(table(func(i int) string { return fmt.Sprintf("%d,title %d,1999\n", i, i) })); !strings.Contains(got, "lines 2 to 15 are one row, and 12 lines of one of its cells look like rows") {
		t.Errorf("%q", got)
	}
	if got := warned(table(func(i int) string { return fmt.Sprintf("a line, of prose, with commas, number %d\n\n", i) })); got != "" {
		t.Errorf("prose: %q", got)
	}
	if got := warned(table(func(int) string { return "one, two, three\nand a line\nand one more\n" })); got != "" {
		t.Errorf("few lines like rows: %q", got)
	}
}
