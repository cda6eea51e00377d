package corpus

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPartition: folders such as year=2020 are columns of the rows below them, with the text that was encoded for the path, and a file's
// own column of that name comes first. Rows that do not keep their columns get none.
func TestPartition(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for name, content := range map[string]string{
		"year=2020/a.csv":                               "id,title\n1,Moors\n",
		"year=2020/field=soil%2Fwater%3D1/b.jsonl":      `{"id":2,"title":"Peat"}` + "\n",
		"year=__HIVE_DEFAULT_PARTITION__/field=a b/c":   "title,Field,id\nBees,own,3\n",
		"year=2021/=x/plain/d.txt":                      "Fens are wet.\n",
		"year=2022/field=50%/part-0.snappy.parquet.csv": "id,title\n5,Bogs\n",
	} {
		path := filepath.Join(dir, name)
		if os.MkdirAll(filepath.Dir(path), 0o700) != nil || os.WriteFile(path, []byte(content), 0o600) != nil {
			t.Fatal("not written")
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, keep := range []bool{true, false} {
		var lines []string
		o := DefaultSettings().Options(true, func(line string) { lines = append(lines, line) })
		o.Keep = keep
		set := Files(paths, false, o)
		layout, err := set.Layout()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range layout.Columns {
			got += c.Name + "|"
		}
		in := &Batches{Set: set}
		for {
			b, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range b.Len() {
				r, err := b.Parse(i)
				if err != nil {
					t.Fatal(err)
				}
				got += "\n"
				for _, c := range layout.Row(GivenOf(&r)) {
					got += fmt.Sprintf("%d:%s|", c.Kind, c.Text)
				}
			}
		}
		want := "id|title|year|field|text|Field|\n" +
			"0:1|0:Moors|0:2020|1:|1:|1:|\n3:2|0:Peat|0:2020|0:soil/water=1|1:|1:|\n0:d-1|0:|0:2021|1:|0:Fens are wet.|1:|\n" +
			"0:5|0:Bogs|0:2022|0:50%|1:|1:|\n0:3|0:Bees|1:|1:|1:|0:own|"
		said := strings.Contains(strings.Join(lines, "\n"), "b.jsonl: jsonl; read id=id title=title; without abstracts; columns of its folders: year field")
		if keep != (got == want) || said != keep {
			t.Errorf("keep %v:\n%s\nwant\n%s\n%q", keep, got, want, lines)
		}
	}
}

// TestFolder: the folder of a value is named as Hive names it, and gives the value back; what looks like a hidden file or the number of a
// part is escaped, too.
func TestFolder(t *testing.T) {
	for _, c := range []struct{ column, value, want string }{
		{"year", "2020", "year=2020"}, {" Year ", "a b", "Year=a b"}, {"a=b", "soil/water=1", "a%3Db=soil%2Fwater%3D1"}, {".k", ".x", "%2Ek=.x"},
		{"q", "50 % of \\*?:\"'\x01\x7f[]{^#<>|", "q=50 %25 of %5C%2A%3F%3A%22%27%01%7F%5B%5D%7B%5E%23%3C%3E%7C"}, {"q", "Größe+", "q=Größe+"}, {"q", "t-00001-of-00003", "q=t-00001-of%2D00003"}, {"q", "", "q=" + absent},
	} {
		got := Folder(c.column, Cell{Text: c.value})
		columns, cells := partition(got+"/a.csv", nil)
		if got != c.want || len(columns) != 1 || columns[0].Name != strings.TrimSpace(c.column) || cells[0].Text != c.value {
			t.Errorf("%s of %s: %s, want %s; it reads as %v %v", c.value, c.column, got, c.want, columns, cells)
		}
	}
	if got := Folder("year", Cell{Text: "x", Kind: EmptyCell}); got != "year="+absent {
		t.Error(got)
	}
}
