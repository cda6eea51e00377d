package main

import (
	"reflect"
	"testing"
)

// A preset changes the size of the vocabulary and nothing else, but for the authors' release.
func TestPresets(t *testing.T) {
	sizes := map[string]int{"paper": 50002, "small": 20000, "best": 20000, "mini": 20000, "tiny": 4000, "released": 50000}
	for _, p := range presets() {
		got, want := defaults(), defaults()
		got.VocabSize = 0
		p.Apply(&got)
		if want.VocabSize = sizes[p.Name]; p.Name == "released" {
			want.Unicode, want.Duplicates, want.Reading = "strip", dropRaw, readReleased
		}
		if !reflect.DeepEqual(got, want) || !p.Size || p.Doc == "" {
			t.Errorf("%s gives %+v, want %+v", p.Name, got, want)
		}
		delete(sizes, p.Name)
	}
	if len(sizes) > 0 {
		t.Errorf("no presets %v", sizes)
	}
}
