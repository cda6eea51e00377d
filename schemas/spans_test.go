package schemas

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSteps(t *testing.T) {
	spans := []int32{1, 3, 4, 10, 10, 10, 12, 13}
	steps := Steps(slices.Clone(spans))
	if want := []int32{1, 2, 1, 6, 0, 0, 2, 1}; !slices.Equal(steps, want) {
		t.Errorf("%d, want %d", steps, want)
	}
	if got := Spans(steps); !slices.Equal(got, spans) {
		t.Errorf("%d, want %d", got, spans)
	}
	if len(Steps(nil))+len(Spans(nil)) > 0 {
		t.Error("spans of nothing")
	}
}

// TestDamagedSpans: spans that would cut outside of a text are found by the reader, with the row and the column.
func TestDamagedSpans(t *testing.T) {
	good := Document{Title: []string{"a", "b"}, TitleText: "A b", TitleSpans: []int32{0, 1, 1, 1}, Body: []string{"c"}}
	unchecked := Documents
	unchecked.check = nil
	for _, c := range []struct {
		name, want string
		change     func(*Document)
	}{
		{"good", "", func(*Document) {}},
		{"a token that was added", "", func(d *Document) { d.TitleSpans = []int32{0, 3, 0, 0} }},
		{"tokens as the text", "", func(d *Document) { d.TitleText, d.TitleSpans = "", nil }},
		{"a text without tokens", "", func(d *Document) { d.Title, d.TitleSpans = nil, nil }},
		{"behind the end", "column title_spans: the file is damaged: row 71: token 2 does not", func(d *Document) { d.TitleSpans[3] = 2 }},
		{"backwards", "row 71: token 2 does not", func(d *Document) { d.TitleSpans = []int32{0, 1, -1, 1} }},
		{"before the text", "row 71: token 1 does not", func(d *Document) { d.TitleSpans = []int32{-1, 1, 1, 1} }},
		{"round the numbers", "row 71: token 1 does not", func(d *Document) { d.TitleSpans = slices.Repeat([]int32{math.MaxInt32}, 4) }},
		{"odd", "row 71: 3 numbers for 2 tokens of a text of 3 bytes", func(d *Document) { d.TitleSpans = d.TitleSpans[:3] }},
		{"missing", "row 71: 0 numbers for 2 tokens", func(d *Document) { d.TitleSpans = nil }},
		{"more than tokens", "row 71: 4 numbers for 1 tokens", func(d *Document) { d.Title = d.Title[:1] }},
		{"without a text", "column body_spans: the file is damaged: row 71: token 1 does not", func(d *Document) { d.BodySpans = []int32{0, 1} }},
		{"of the body", "column body_spans: the file is damaged: row 71: token 1 does not", func(d *Document) { d.BodyText, d.BodySpans = "c", []int32{0, 2} }},
	} {
		rows := slices.Repeat([]Document{good}, 80)
		rows[70].TitleSpans = slices.Clone(good.TitleSpans)
		c.change(&rows[70])
		path := filepath.Join(t.TempDir(), "f")
		err := attack(t, path, func(path string) error { return second(Documents.ReadAll(path)) }, writeTable(t, unchecked, rows, 80), c.name)
		if c.want == "" && err == nil {
			continue
		}
		if c.want == "" || !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
