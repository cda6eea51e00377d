package rank

import (
	"slices"
	"testing"
)

// TestEffects: an effect is the margin less that with the usual values of one kind of evidence; the strongest is first, whatever its
// sign, and one of 0 is none.
func TestEffects(t *testing.T) {
	j := linked(t, Judge{Intercept: 1, Terms: []Term{{Feature: "a", Scale: 1, Weight: 2}, {Feature: "b", Scale: 1, Weight: -3}},
		Trees: []Tree{{Questions: []Question{{Feature: "a", Above: 2}}, Leaves: []float64{0, .5}}}})
	own, usual := []float64{3, 4, 1}, []float64{1, 2, 1}
	got := j.Effects(features, own, usual, []Evidence{{"first", []string{"a"}}, {"second", []string{"b"}}, {"both", []string{"a", "b"}}, {"none", []string{Gate}}, {"foreign", []string{"height"}}})
	if want := []Effect{{"second", -6}, {"first", 4.5}, {"both", -1.5}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if !slices.Equal(own, []float64{3, 4, 1}) {
		t.Errorf("the features became %v", own)
	}
}

// TestUsual: the usual value is the median; of an even number the lower one of the middle.
func TestUsual(t *testing.T) {
	if got := Usual([][]float64{{5, 0}, {1, 1}, {2, 0}, {9, 1}}); !slices.Equal(got, []float64{2, 0}) {
		t.Errorf("%v", got)
	}
	if got := Usual([][]float64{{5}, {1}, {2}}); !slices.Equal(got, []float64{2}) || Usual(nil) != nil {
		t.Errorf("%v", got)
	}
}
