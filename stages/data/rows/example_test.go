package rows_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// onDisk replaces the stages.File that a task creates.
type onDisk struct{ *os.File }

func (f onDisk) SetRows(n int64) { fmt.Println(filepath.Base(f.Name()), "has", n, "rows") }
func (f onDisk) Abort()          { f.File.Close(); os.Remove(f.Name()) }

// Documents are written to two files, read as one list and processed by four
// threads; they come out in their order.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	create := func(name string) (onDisk, error) {
		f, err := os.Create(filepath.Join(dir, name))
		return onDisk{f}, err
	}

	var paths []string
	for i, bodies := range [][]string{{"graph cuts", "deep nets"}, {"word order"}} {
		name := fmt.Sprintf("%d.parquet", i)
		w, err := rows.Create(create, name, rows.Table(schemas.Documents))
		if err != nil {
			panic(err)
		}
		defer w.Abort()
		for k, body := range bodies {
			if err := w.Write(schemas.Document{ID: fmt.Sprint(i, "-", k), Body: strings.Fields(body)}); err != nil {
				panic(err)
			}
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		paths = append(paths, filepath.Join(dir, name))
	}

	documents, err := rows.Open(schemas.Documents, paths, nil)
	if err != nil {
		panic(err)
	}
	ahead := rows.ReadAhead[schemas.Document](documents)
	defer ahead.Close()
	longest := func() func(schemas.Document) (string, error) {
		return func(d schemas.Document) (string, error) {
			word := ""
			for _, w := range d.Body {
				if len(w) > len(word) {
					word = w
				}
			}
			return d.ID + ": " + word, nil
		}
	}
	err = rows.Map(context.Background(), 4, ahead.Next, longest, func(line string) error {
		_, err := fmt.Println(line)
		return err
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// 0.parquet has 2 rows
	// 1.parquet has 1 rows
	// 0-0: graph
	// 0-1: deep
	// 1-0: order
}
