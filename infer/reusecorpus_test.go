package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// paper is a document of a made-up journal; one without a text is a bad row.
type paper struct{ id, title, text, year string }

// manyPapers are documents of all kinds: in English and German, doubtful ones, with markup and boilerplate, without words, bad rows, with
// equal texts, and with ids that repeat.
func manyPapers(r *rand.Rand, n int) (all []paper) {
	words := func(n int) string {
		var w []string
		for range n {
			w = append(w, fmt.Sprintf("W%d", 7+r.IntN(60)))
		}
		return strings.Join(w, " ")
	}
	for i := range n {
		p := paper{fmt.Sprint("p", i), words(1 + r.IntN(4)), words(r.IntN(40)) + ", Ünd-so in 1999.", fmt.Sprint(1990 + r.IntN(30))}
		switch i % 20 {
		case 3:
			p.title, p.text = "Fähren am Kai", "Wir haben untersucht, wie die Schlepper und die Schiffe mit der Zeit größer werden, und was das für "+words(1)+" ist."
		case 5:
			p.title, p.text = "", "12.5 17 22.1 "+strconv.Itoa(r.IntN(1000))
		case 7:
			p.text = "<p>We measure " + words(9) + ".</p> (C) 2019 Elsevier B.V. All rights reserved."
		case 9:
			p.title, p.text = " ", ""
		case 11:
			p.title, p.text = "", ""
		case 13:
			p.title, p.text = all[i-3].title, all[i-3].text
		case 15:
			p.id = "same"
		}
		all = append(all, p)
	}
	return all
}

// lines writes papers as a file of JSON lines.
func lines(t *testing.T, name string, all []paper) string {
	var b bytes.Buffer
	for _, p := range all {
		row := map[string]string{"id": p.id, "year": p.year}
		if p.title+p.text != "" {
			row["title"], row["abstract"] = p.title, p.text
		}
		b.WriteString(show(row) + "\n")
	}
	return write(t, name, b.String())
}

// table writes papers as CSV in other columns.
func table(t *testing.T, all []paper) string {
	path := filepath.Join(t.TempDir(), "papers.csv")
	save(t, path, func(f *os.File) error {
		rows := [][]string{{"year", "name", "key", "summary"}}
		for _, p := range all {
			rows = append(rows, []string{p.year, p.title, p.id, p.text})
		}
		return csv.NewWriter(f).WriteAll(rows)
	})
	return path
}
