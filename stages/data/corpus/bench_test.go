package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// benchmarkRows is the number of rows of a file that a benchmark reads.
const benchmarkRows = 20000

// BenchmarkRead reads files of titles, abstracts and six columns that are not read, on one goroutine. encoding/json reads the objects
// of json beside it.
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
		"bib": func(i int) string {
			return fmt.Sprintf("@article{p%d,\n  title = {Title of {Paper} %d},\n  abstract = {%s},\n  keywords = {a, b},\n  year = {2001},\n  journal = {Journal},\n  doi = {10.1/%d},\n  field = {x},\n}\n\n", i, i, abstract, i)
		},
		"ris": func(i int) string {
			return fmt.Sprintf("TY  - JOUR\nID  - p%d\nTI  - Title of paper %d\nAB  - %s\nKW  - a\nKW  - b\nPY  - 2001\nJO  - Journal\nDO  - 10.1/%d\nER  - \n\n", i, i, abstract, i)
		},
		"nbib": func(i int) string {
			return fmt.Sprintf("PMID- %d\nOWN - NLM\nTI  - Title of paper %d\nAB  - %s\nOT  - a\nOT  - b\nDP  - 2001\nJT  - Journal\nSO  - x\n\n", i+1, i, strings.ReplaceAll(abstract, ". We", ".\n      We"))
		},
		"pubmed": func(i int) string {
			return fmt.Sprintf("<PubmedArticle><MedlineCitation><PMID Version=\"1\">%d</PMID><Article><Journal><Title>Journal</Title><JournalIssue><PubDate><Year>2001</Year></PubDate></JournalIssue></Journal><ArticleTitle>Title of paper %d</ArticleTitle><Abstract><AbstractText>%s</AbstractText></Abstract></Article><KeywordList><Keyword>a</Keyword><Keyword>b</Keyword></KeywordList></MedlineCitation></PubmedArticle>\n", i+1, i, abstract)
		},
		"marcxml": func(i int) string {
			return fmt.Sprintf("<record><controlfield tag=\"001\">p%d</controlfield><datafield tag=\"245\"><subfield code=\"a\">Title of paper %d</subfield></datafield><datafield tag=\"520\"><subfield code=\"a\">%s</subfield></datafield><datafield tag=\"653\"><subfield code=\"a\">a</subfield></datafield></record>\n", i, i, abstract)
		},
	}
	headers := map[string]string{"csv": "id,title,abstract,keywords,year,venue,doi,field,type\n", "tsv": "id\ttitle\tabstract\tkeywords\tyear\tvenue\tdoi\tfield\ttype\n", "pubmed": "<PubmedArticleSet>\n", "marcxml": "<collection>\n"}
	for _, name := range []string{"csv", "tsv", "json", "nest", "bib", "ris", "nbib", "pubmed", "marcxml"} {
		var text strings.Builder
		text.WriteString(headers[name])
		for i := range benchmarkRows {
			text.WriteString(lines[name](i))
		}
		if name == "json" {
			b.Run("encoding/json", func(b *testing.B) { decodedAll(b, text.String()) })
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

// decodedAll decodes objects into maps by encoding/json.
func decodedAll(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		for d := json.NewDecoder(strings.NewReader(text)); d.More(); {
			var object map[string]any
			if err := d.Decode(&object); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func jsonLine(i int, abstract, venue string) string {
	return fmt.Sprintf(`{"id":"p%d","title":"Title of paper %d","abstract":%q,"keywords":["a","b"],"year":2001,"venue":%s,"doi":"10.1/%d","field":"x","type":"y"}`+"\n",
		i, i, abstract, venue, i)
}

// drained returns the number of rows of a file, all of which must be good.
func drained(b *testing.B, path string) (n int) {
	r, err := openFile(path, "", Options{})
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
