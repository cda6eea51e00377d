package corpus

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchmarkRows is the number of rows of a file that a benchmark reads.
const benchmarkRows = 20000

// BenchmarkRead reads files of titles, abstracts and six columns that are not read, on one goroutine.
func BenchmarkRead(b *testing.B) {
	abstract := strings.Repeat("We study how words of a title, and of the text below it, tell a reader what a paper is about. ", 12)
	lines := map[string]func(i int) string{
		"csv": func(i int) string {
			return fmt.Sprintf("p%d,Title of paper %d,%q,a; b,2001,Journal,10.1/%d,x,y\n", i, i, abstract, i)
		},
		"tsv": func(i int) string {
			return fmt.Sprintf("p%d\tTitle of paper %d\t%s\ta; b\t2001\tJournal\t10.1/%d\tx\ty\n", i, i, abstract, i)
		},
		"json": func(i int) string { return jsonLine(i, abstract, `"x"`) },
		"nest": func(i int) string { return jsonLine(i, abstract, `{"name":"x"}`) },
	}
	headers := map[string]string{"csv": "id,title,abstract,keywords,year,venue,doi,field,type\n", "tsv": "id\ttitle\tabstract\tkeywords\tyear\tvenue\tdoi\tfield\ttype\n"}
	for _, name := range []string{"csv", "tsv", "json", "nest"} {
		var text strings.Builder
		text.WriteString(headers[name])
		for i := range benchmarkRows {
			text.WriteString(lines[name](i))
		}
		path := filepath.Join(b.TempDir(), "a."+name)
		if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for range b.N {
				if n := drained(b, path); n != benchmarkRows {
					b.Fatalf("%d rows", n)
				}
			}
		})
	}
}

func jsonLine(i int, abstract, venue string) string {
	return fmt.Sprintf(`{"id":"p%d","title":"Title of paper %d","abstract":%q,"keywords":["a","b"],"year":2001,"venue":%s,"doi":"10.1/%d","field":"x","type":"y"}`+"\n",
		i, i, abstract, venue, i)
}

// drained returns the number of rows of a file, all of which must be good.
func drained(b *testing.B, path string) (n int) {
	r, err := Open(path, "", Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for {
		var u Unparsed
		switch err := r.Next(&u); {
		case err == io.EOF:
			return n
		case err != nil:
			b.Fatal(err)
		}
		if _, err := r.Parse(&u); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
