package schemas

import (
	"errors"
	"strings"
	"testing"
)

// neighbourContent is what ReadNeighbours reads, as text.
func neighbourContent(path string) (string, error) {
	rows, err := ReadNeighbourRows(path)
	return plain(rows), err
}

// TestNeighbourVersions: another version, and another table, are refused with the stage to run.
func TestNeighbourVersions(t *testing.T) {
	old := Neighbours
	old.Version = 2
	for want, content := range map[string][]byte{"neighbours version 2, want version 3": writeTable(t, old, neighbours(3), 3), "the file holds vocab": writeTable(t, Vocab, vocabulary(3), 3)} {
		_, err := ReadNeighbourRows(writeFile(t, "f.parquet", content))
		var file *FileError
		if !errors.As(err, &file) || !errors.Is(err, ErrSchema) || file.Remedy != "run train again" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if rows, err := ReadNeighbourRows(writeFile(t, "f.parquet", writeTable(t, Neighbours, nil, 1))); err != nil || len(rows) > 0 {
		t.Errorf("no rows: %d, %v", len(rows), err)
	}
}
