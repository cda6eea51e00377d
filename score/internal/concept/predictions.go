package concept

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// assigned has the concepts of a document, best first.
type assigned struct {
	concepts []Assigned
	digest   string // of the document; "" if it is not known
}

// readAssigned reads predictions by id.
func readAssigned(t *stages.Task) (map[string]assigned, error) {
	all := map[string]assigned{}
	in := t.Input("predictions")[0]
	for _, path := range in.Files {
		var err error
		if strings.HasSuffix(path, ".parquet") {
			err = readTable(path, all)
		} else {
			err = readLines(t, path, all)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func readTable(path string, all map[string]assigned) error {
	read, err := schemas.Assigneds.ReadAll(path)
	if err != nil {
		return err
	}
	for i, a := range read {
		list := make([]Assigned, len(a.Concepts))
		for i, c := range a.Concepts {
			list[i] = Assigned{Concept: c.Concept, Score: float64(c.Score)}
		}
		if err := accept(all, a.ID, assigned{list, a.Digest}); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("row %d", i+1), Err: err, Remedy: "run infer concepts again"}
		}
	}
	return nil
}

// accept adds the concepts of a document. It refuses a document or a concept that repeats, since it would count twice.
func accept(all map[string]assigned, id string, one assigned) error {
	if _, twice := all[id]; twice {
		return fmt.Errorf("has document %q a second time", id)
	}
	seen := map[string]bool{}
	for _, a := range one.concepts {
		switch {
		case !(a.Score >= 0 && a.Score <= 1):
			return fmt.Errorf("the score of %s is %v: want a probability from 0 to 1", a.Concept, a.Score)
		case seen[a.Concept]:
			return fmt.Errorf("has concept %s a second time", a.Concept)
		}
		seen[a.Concept] = true
	}
	all[id] = one
	return nil
}

// readLines reads JSON lines.
func readLines(t *stages.Task, path string, all map[string]assigned) error {
	f, err := t.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, corpus.MaxLine)
	for line := 1; s.Scan(); line++ {
		var row struct {
			ID       string    `json:"id"`
			Concepts []string  `json:"concepts"`
			Scores   []float64 `json:"scores"`
			Digest   string    `json:"digest"`
		}
		err := json.Unmarshal(s.Bytes(), &row)
		if err == nil && len(row.Scores) != len(row.Concepts) {
			err = fmt.Errorf("has %d concepts and %d scores", len(row.Concepts), len(row.Scores))
		}
		if err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: `want {"id":…,"concepts":[…],"scores":[…]}`}
		}
		list := make([]Assigned, len(row.Concepts))
		for i := range list {
			list[i] = Assigned{Concept: row.Concepts[i], Score: row.Scores[i]}
		}
		if err := accept(all, row.ID, assigned{list, row.Digest}); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: "give each document once, best concept first"}
		}
	}
	if err := s.Err(); err != nil {
		return &schemas.FileError{File: path, Err: err, Remedy: "want one JSON object per line"}
	}
	return nil
}
