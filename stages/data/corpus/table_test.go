package corpus

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestBadTableRows: a bad row is refused alone; the rows beside it are read.
func TestBadTableRows(t *testing.T) {
	got, err := read(t, write(t, "a.csv", []byte("id,title,keywords\n1,a,k\n2,b\n3,c,k,more\n4,d\"d,k\n5,\"e\"e,k\n6,\xff,k\n7,g,\"['x', 'y']\"\n8,h,\n9,i,['x'; 'y']\n")), "", Auto)
	want := []string{
		`2 1 "a" "" ["k"] missing [abstract]`,
		`3 reject has 2 columns, the header has 3; write all cells of the row, also empty ones, since "keywords" is read as its keywords`,
		"4 reject has 4 columns, the header has 3; put quotes round a cell that has the delimiter in its text, or give --delimiter",
		`5 4 "d\"d" "" ["k"] missing [abstract]`,
		`6 reject at byte 5: a quote within a cell in quotes is not doubled; double it, or give --quotes none if no cell is quoted`,
		"7 reject not valid UTF-8",
		`8 7 "g" "" ["x" "y"] missing [abstract]`,
		`9 8 "h" "" [] missing [abstract]`,
		`10 reject the keywords look like a list, but are none of JSON or Python; join them by ";", or write a JSON list`,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

// TestKeyphrasesWithEntities: the semicolon of an entity does not part keyphrases.
func TestKeyphrasesWithEntities(t *testing.T) {
	for name, file := range map[string]string{
		"a.csv":   "id,title,keywords\n1,a,R&amp;D; x &lt; y\n",
		"b.jsonl": `{"id":1,"title":"a","keywords":"R&amp;D; x &lt; y"}`,
		"c.jsonl": `{"id":1,"title":"a","Keywords":"R&amp;D; x &lt; y"}`,
	} {
		got, err := read(t, write(t, name, []byte(file)), "", Auto)
		if want := `1 "a" "" ["R&D" " x < y"] missing [abstract]`; err != nil || len(got) != 1 || !strings.HasSuffix(got[0], want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestBadElements is TestBadTableRows for JSON arrays.
func TestBadElements(t *testing.T) {
	big := `{"title":"` + strings.Repeat("x", MaxLine) + `"}`
	got, err := read(t, write(t, "a.json", []byte(`[{"title":"a"},{"title":},17,[{"title":"b"}],`+big+`,{"title":"`+"\xff"+`"},{"title":"c"}]`)), "", JSON)
	want := []string{
		`1 a-1 "a" "" [] missing [abstract keywords]`,
		"2 reject not valid JSON: invalid character '}' looking for beginning of value",
		"3 reject the line must be an object, it is of type number",
		"4 reject the line must be an object, it is of type array",
		"5 reject the element has 8388620 bytes, more than the limit of 8388608",
		"6 reject not valid UTF-8",
		`7 a-7 "c" "" [] missing [abstract keywords]`,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %.500q, %v\nwant %q", got, err, want)
	}
}

// TestBrokenTables: faults that may have swallowed records, and damage of the
// compressed file, end a table or an array.
func TestBrokenTables(t *testing.T) {
	var csv, tsv, array strings.Builder
	csv.WriteString("id,title\n")
	tsv.WriteString("id\ttitle\n")
	array.WriteString(`[{"title":"a"}`)
	for i := range 60000 {
		fmt.Fprintf(&csv, "%d,\"%x\"\n", i, i*7919)
		fmt.Fprintf(&tsv, "%d\t%x\n", i, i*7919)
		fmt.Fprintf(&array, `,{"id":"%d","title":"%x"}`, i, i*7919)
	}
	for name, text := range map[string]string{"csv": csv.String(), "tsv": tsv.String(), "json": array.String() + "]"} {
		gz, zst := zipped(t, []byte(text)), zstded(t, []byte(text))
		for end, data := range map[string][]byte{".gz": gz[:len(gz)/2], ".zst": zst[:len(zst)/2]} {
			path := write(t, "f."+name+end, data)
			got, err := read(t, path, "", Auto)
			var file *schemas.FileError
			if !errors.As(err, &file) || file.File != path || !strings.HasPrefix(file.Place, "after ") || !strings.Contains(err.Error(), "cut short") || len(got) < 100 {
				t.Errorf("%s%s cut: %d rows, %v", name, end, len(got), err)
			}
		}
	}
	for _, c := range []struct{ name, data, want string }{
		{"open quote", "id,title\n1,a\n2,\"b\n3,c\n4,d\n", "lines 3 to 5: a quote is not closed"},
		{"quote closed lines later", "id,title\n1,\"a\n2,\"b\"\n3,c\n", "lines 2 to 3: a quote is not closed"},
		{"endless quote", "id,title\n1,\"" + strings.Repeat("a\n", MaxLine), "a record of more than 8388608 bytes; look for a quote"},
		{"endless cells", "id,title\n1" + strings.Repeat(",", 5<<20) + "\n2,a\n", "after line 1: a record of more than 4194304 delimiters; look for a quote"},
		{"array without its end", `[{"title":"a"},{"title":"b"`, "after element 1: the file ends within the array"},
		{"array without its bracket", `[{"title":"a"}`, "after element 1: the file ends within the array"},
		{"array without a comma", `[{"title":"a"}{"title":"b"}]`, "after element 1: a comma or the closing bracket is missing"},
		{"array with a comma too many", `[{"title":"a"},]`, "after element 1: an element is missing"},
		{"two arrays", `[{"title":"a"}] [{"title":"b"}]`, "after element 1: something follows the array"},
	} {
		_, err := read(t, write(t, "f", []byte(c.data)), "", Auto)
		var file *schemas.FileError
		if !errors.As(err, &file) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestLongTable: the limit on bytes is per record, not per file.
func TestLongTable(t *testing.T) {
	row := "1," + strings.Repeat("x", 1<<20-3) + "\n"
	r, err := Open(write(t, "a.csv", []byte("id,title\n"+strings.Repeat(row, MaxLine>>20+6))), "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if rows, rejects := drainAll(t, r, 1000); rows != MaxLine>>20+6 || rejects != 0 {
		t.Errorf("%d rows, %d rejects", rows, rejects)
	}
}
