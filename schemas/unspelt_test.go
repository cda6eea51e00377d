package schemas

import (
	"errors"
	"reflect"
	"testing"
)

// unspeltPhrase is a KnownPhrase of version 1, and unspeltNeighbour a Neighbour.
type unspeltPhrase struct {
	Stems     string `parquet:"stems"`
	Targets   int64  `parquet:"targets"`
	Documents int64  `parquet:"documents"`
}

type unspeltNeighbour struct {
	Stems     string  `parquet:"stems"`
	Keyphrase string  `parquet:"keyphrase"`
	Found     int64   `parquet:"found"`
	Documents []int32 `parquet:"documents,list"`
}

// TestUnspelt: the tables of a model folder that was written before they had spellings are read without any; other old
// versions are refused.
func TestUnspelt(t *testing.T) {
	phrases := Table[unspeltPhrase]{Name: "phrases", Version: 1, Stage: "train"}
	known, err := KnownPhrases.ReadAll(writeFile(t, "f.parquet", writeTable(t, phrases, []unspeltPhrase{{"a b", 3, 4}, {"c", 1, 2}}, 1)))
	if want := []KnownPhrase{{Stems: "a b", Targets: 3, Documents: 4}, {Stems: "c", Targets: 1, Documents: 2}}; err != nil || !reflect.DeepEqual(known, want) {
		t.Errorf("%v, %v", known, err)
	}
	near := Table[unspeltNeighbour]{Name: "neighbours", Version: 1, Stage: "train"}
	found, err := Neighbours.ReadAll(writeFile(t, "f.parquet", writeTable(t, near, []unspeltNeighbour{{"a", "a", 0, []int32{1, 2}}}, 1)))
	if want := []Neighbour{{Stems: "a", Keyphrase: "a", Documents: []int32{1, 2}}}; err != nil || !reflect.DeepEqual(found, want) {
		t.Errorf("%v, %v", found, err)
	}
	for version := range 4 {
		phrases.Version = version
		if _, err := KnownPhrases.ReadAll(writeFile(t, "f.parquet", writeTable(t, phrases, []unspeltPhrase{{"a", 1, 1}}, 1))); version != 1 && !errors.Is(err, ErrSchema) {
			t.Errorf("version %d: %v", version, err)
		}
	}
}
