package concept

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// assigned has the concepts of a document, best first.
type assigned struct {
	ID       string    `json:"id"` // of the document
	Concepts []string  `json:"concepts"`
	Scores   []float64 `json:"scores"` // of the concepts
	Digest   string    `json:"digest"` // of the document; "" if it is not known
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
		one := assigned{ID: a.ID, Digest: a.Digest}
		for _, c := range a.Concepts {
			one.add(c.Concept, float64(c.Score))
		}
		if err := accept(all, one); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("row %d", i+1), Err: err, Remedy: "run infer concepts again"}
		}
	}
	return nil
}

// accept adds the concepts of a document. It refuses a document or a concept that repeats, since it would count twice.
func accept(all map[string]assigned, one assigned) error {
	if _, twice := all[one.ID]; twice {
		return fmt.Errorf("has document %q a second time", one.ID)
	}
	seen := map[string]bool{}
	for i, c := range one.Concepts {
		switch score := one.Scores[i]; {
		case !(score >= 0 && score <= 1):
			return fmt.Errorf("the score of %s is %v: want a probability from 0 to 1", c, score)
		case seen[c]:
			return fmt.Errorf("has concept %s a second time", c)
		}
		seen[c] = true
	}
	all[one.ID] = one
	return nil
}

func (a *assigned) add(concept string, score float64) {
	a.Concepts, a.Scores = append(a.Concepts, concept), append(a.Scores, score)
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
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		var one assigned
		err := json.Unmarshal(s.Bytes(), &one)
		if err == nil && len(one.Scores) != len(one.Concepts) {
			err = fmt.Errorf("has %d concepts and %d scores", len(one.Concepts), len(one.Scores))
		}
		if err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: `want {"id":…,"concepts":[…],"scores":[…]}`}
		}
		if err := accept(all, one); err != nil {
			return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", line), Err: err, Remedy: "give each document once, best concept first"}
		}
	}
	if err := s.Err(); err != nil {
		return &schemas.FileError{File: path, Err: err, Remedy: "want one JSON object per line"}
	}
	return nil
}
