package corpus

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// rowsUnder writes the rows of a set under its layout, cell by cell with its kind.
func rowsUnder(t *testing.T, set Set) (header string, rows []string, beyond int) {
	t.Helper()
	l, err := set.Layout()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set {
		err := p.each(func(r *Record) bool {
			g := GivenOf(r)
			beyond += g.Beyond
			line := ""
			for _, c := range l.Row(g) {
				line += fmt.Sprintf("%d:%s|", c.Kind, c.Text)
			}
			rows = append(rows, line)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range l.Columns {
		header += fmt.Sprintf("%d:%s|", c.Kind, c.Name)
	}
	return header, rows, beyond
}

// TestGiven: with Keep a record has every value of its row under its column, unchanged and in the order of the file. Without
// Keep it has none.
func TestGiven(t *testing.T) {
	type author struct {
		Name string `parquet:"name"`
		Year int    `parquet:"year"`
	}
	type paper struct {
		Year    int64    `parquet:"year"`
		Title   string   `parquet:"title"`
		Score   *float64 `parquet:"score,optional"`
		Open    bool     `parquet:"open"`
		Day     int32    `parquet:"day,date"`
		Seen    int64    `parquet:"seen,timestamp(millisecond)"`
		Tags    []string `parquet:"tags,list"`
		Authors []author `parquet:"authors,list"`
		Counts  []int64  `parquet:"counts,list" parquet-element:",optional"`
		Price   int32    `parquet:"price,decimal(2:9)"`
	}
	var table bytes.Buffer
	half := .5
	if err := parquet.Write(&table, []paper{{2020, "T", &half, true, 18322, 1583064000000, []string{"a", "b\""}, nil, []int64{0, 5}, 5}, {-1, "U", nil, false, 0, 0, nil, []author{{"x", 1}}, nil, 6}}, parquet.MaxRowsPerRowGroup(1)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, data, header string
		rows               []string
		beyond             int
	}{
		{"a.parquet", table.String(), "2:year|0:title|3:score|4:open|0:day|0:seen|0:tags|0:counts|0:price|",
			[]string{`2:2020|0:T|3:0.5|4:true|5:2020-03-01|5:2020-03-01 12:00:00|6:["a","b\""]|6:[null,5]|3:0.05|`, `2:-1|0:U|1:|4:false|5:1970-01-01|5:1970-01-01 00:00:00|6:[]|6:[]|3:0.06|`}, 0},
		{"a.xlsx", string(excel(t, "", `<row><c t="str"><v>title</v></c><c t="str"><v>n</v></c></row><row><c t="str"><v>T</v></c><c><v>5</v></c><c><v>beside</v></c></row><row><c t="str"><v>U</v></c><c><f>1/3</f></c></row>`)),
			"0:title|0:n|", []string{"0:T|3:5|", "0:U|1:|"}, 2},
		{"a.ods", string(calc(t, calcRows)), "0:id|0:|0:Titel|0:abstract|0:keywords|", []string{"3:120000|1:|0:a <b>  _x_\nc\td\ne|0:computed|0:k; l|", "0:00123|1:|5:2020-03-01|5:2020-03-01 12:30:00|1:|",
			"1:|1:|4:true|1:|1:|", "1:|1:|4:true|1:|1:|"}, 0},
	} {
		path, said := write(t, c.name, []byte(c.data)), ""
		header, rows, beyond := rowsUnder(t, Files([]string{path}, false, Options{Keep: true, Label: true, Say: func(line string) { said = line }}))
		if header != c.header || strings.Join(rows, "\n") != strings.Join(c.rows, "\n") || beyond != c.beyond {
			t.Errorf("%s: %s\n%s\nwant %s\n%s\n%d values beyond, want %d", c.name, header, strings.Join(rows, "\n"), c.header, strings.Join(c.rows, "\n"), beyond, c.beyond)
		}
		if unkept := strings.HasSuffix(said, "of a rare type: authors"); unkept != (c.name == "a.parquet") {
			t.Errorf("%s: said %q", c.name, said)
		}
		r, err := openFile(path, "", Options{Label: true})
		if err != nil {
			t.Fatal(err)
		}
		var u Unparsed
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(&u); err != nil || got.Given != nil {
			t.Errorf("%s: keeps its row unasked: %+v, %v", c.name, got.Given, err)
		}
		r.Close()
	}
}

// TestLayout: files with different columns get a common layout, in which two columns of one name stay apart.
func TestLayout(t *testing.T) {
	files := []string{write(t, "a.csv", []byte("title,n,n\nT,1,2\n")), write(t, "b.csv", []byte("new,n,title\nx,3,U\n")), write(t, "c.txt", []byte("text\n"))}
	header, rows, _ := rowsUnder(t, Files(files, false, Options{Keep: true, Label: true}))
	if want := "0:title|0:n|0:n|0:new|0:id|0:text|"; header != want || strings.Join(rows, "\n") != "0:T|0:1|0:2|1:|1:|1:|\n0:U|0:3|1:|0:x|1:|1:|\n0:|1:|1:|1:|0:c-1|0:text|" {
		t.Errorf("%s\n%s", header, strings.Join(rows, "\n"))
	}
	l := &Layout{}
	l.add("a", []Column{{Name: "n", Kind: IntegerCell}, {Name: "m", Kind: IntegerCell}})
	l.add("b", []Column{{Name: "n", Kind: NumberCell}, {Name: "m", Kind: IntegerCell}})
	if l.Columns[0].Kind != TextCell || l.Columns[1].Kind != IntegerCell {
		t.Errorf("columns of two types and of one are %v", l.Columns)
	}
	pipe(t, []byte("title,n\nT,1\n"))
	if _, err := Files([]string{files[0], "-"}, false, Options{Keep: true}).Layout(); err == nil || !strings.Contains(err.Error(), "give it alone") {
		t.Errorf("a pipe beside a file: %v", err)
	}
	pipe := Files([]string{"-"}, false, Options{Keep: true})
	if header, rows, _ := rowsUnder(t, pipe); header != "0:title|0:n|" || len(rows) != 1 || rows[0] != "0:T|0:1|" {
		t.Errorf("a pipe: %s, %q", header, rows)
	}
}

// TestWideLayout: the time for columns grows with their number, whether their names are equal or not. In a search of the columns
// before each, these would take minutes.
func TestWideLayout(t *testing.T) {
	const n = 400_000
	begun := time.Now()
	for name, of := range map[string]func(i int) string{"equal": func(int) string { return "c" }, "distinct": strconv.Itoa} {
		columns := make([]Column, n)
		for i := range columns {
			columns[i].Name = of(i)
		}
		var l Layout
		l.add("a", columns)
		l.add("b", columns)
		if len(l.Columns) != n || l.at["b"][n-1] != n-1 || l.at["a"][1] != 1 {
			t.Errorf("%s names: %d columns, the last at %d", name, len(l.Columns), l.at["b"][n-1])
		}
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("%d columns take %s", n, took)
	}
}
