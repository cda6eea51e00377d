package corpus

import (
	"slices"
	"strings"
	"testing"
)

// TestDialects: what the first rows of a table show of its quotes is read, and said.
func TestDialects(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"f.csv", "\"id,title,\"\"abstract\"\"\"\r\n\"1,Moors,\"\"Peat, and\r\nmore\"\"\"\r\n2,Bees,\r\n", []string{
			"f: csv with quotes round each row; read id=id title=title text=abstract",
			`2 1 "Moors" "Peat, and\r\nmore" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat, and\r\nmore"| 0 beyond`,
			`4 2 "Bees" "" [] missing [keywords] cells 0:"2"|0:"Bees"|0:""| 0 beyond`}},
		{"f.csv", "\"id,title,abstract\";;\n\"1,Moors,\"\"Peat\";\" and sand\"\"\";\n", []string{ // the semicolon of a text
			"f: csv with quotes round each row; read id=id title=title text=abstract",
			`2 1 "Moors" "Peat; and sand" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat; and sand"| 0 beyond`}},
		{"f.tsv", "id\ttitle\tabstract\n1\t\"Moors\tPeat\n2\tBees\tThe \"two\" more\n", []string{
			"f: tsv with quotes that are text; read id=id title=title text=abstract",
			`2 1 "\"Moors" "Peat" [] missing [keywords] cells 0:"1"|0:"\"Moors"|0:"Peat"| 0 beyond`,
			`3 2 "Bees" "The \"two\" more" [] missing [keywords] cells 0:"2"|0:"Bees"|0:"The \"two\" more"| 0 beyond`}},
		{"f.tsv", "id\ttitle\tabstract\n1\tMoors\tPeat\\n\\tand C:\\\\new\n2\tBees\t\\N\n", []string{
			`f: tsv with quotes marked by backslashes; read id=id title=title text=abstract`,
			`2 1 "Moors" "Peat\n\tand C:\\new" [] missing [keywords] cells 0:"1"|0:"Moors"|0:"Peat\n\tand C:\\new"| 0 beyond`,
			`3 2 "Bees" "" [] missing [keywords] cells 0:"2"|0:"Bees"|0:"\\N"| 0 beyond`}},
		{"f.tsv", "id\ttitle\tabstract\n1\tMoors of $\\nu$ and $\\alpha$\t\\N\n", []string{ // LaTeX, of no database
			"f: tsv; read id=id title=title text=abstract",
			`2 1 "Moors of $\\nu$ and $\\alpha$" "" [] missing [keywords] cells 0:"1"|0:"Moors of $\\nu$ and $\\alpha$"|0:"\\N"| 0 beyond`}},
		{"f.csv", "\"Moors, bees\"\nMoors\n", []string{
			`f: is not in a supported format: its name says that it is a table, but its first line, "\"Moors, bees\"", names no title and no text; ` +
				"name its columns by --columns, as in --columns title=name,text=summary; --man lists the names that are known"}},
	} {
		if got := said(t, write(t, c.name, []byte(c.text)), true); !slices.Equal(got, c.want) {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
