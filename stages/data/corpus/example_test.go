package corpus_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// A CSV file read into records: columns are found by their names, quoted cells
// span lines, and a bad row does not stop the others.
func Example() {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "papers.csv")
	table := `doc_id,Title,year,Abstract,keywords
p1,"Graphs, coloured",1999,"We colour
graphs.",graph colouring;graphs
p2,too few cells
p3,Trees,2001,We plant trees.,
`
	if err := os.WriteFile(path, []byte(table), 0o644); err != nil {
		panic(err)
	}
	records, err := corpus.Files([]string{path}, false, corpus.Options{})[0].Open()
	if err != nil {
		panic(err)
	}
	defer records.Close()
	for {
		var u corpus.Unparsed
		if err := records.Next(&u); err == io.EOF {
			break
		} else if err != nil {
			panic(err)
		}
		r, err := records.Parse(&u)
		if err != nil {
			fmt.Printf("row %d: %v\n", r.Row, err)
			continue
		}
		fmt.Printf("row %d: %s %q %q %q\n", r.Row, r.ID, r.Title, r.Body, r.Keyphrases)
	}
	// Output:
	// row 2: p1 "Graphs, coloured" "We colour\ngraphs." ["graph colouring" "graphs"]
	// row 4: has 2 columns, the header has 5; write all cells of the row, also empty ones, since "Abstract" is read as its text
	// row 5: p3 "Trees" "We plant trees." []
}
