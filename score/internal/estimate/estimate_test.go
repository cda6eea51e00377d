package estimate

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// slots builds rows from a line: "-" is a slot that answered ∅, "x" one with a phrase.
func slots(line string) []schemas.Slot {
	var rows []schemas.Slot
	for i, c := range line {
		s := schemas.Slot{Slot: int32(i), NullProbability: 0.9, FirstProbability: 0.9, VanillaProbability: 0.9}
		if c == 'x' {
			s = schemas.Slot{Slot: int32(i), NullProbability: 0.1, FirstProbability: 0.5, Vanilla: []string{"x"}, VanillaProbability: 0.5}
		}
		rows = append(rows, s)
	}
	return rows
}

func TestOver(t *testing.T) {
	var o Over
	for _, d := range [][2]string{
		{"x--x", "1101"}, // slot 1 over-estimates; the absent half has one right, said
		{"----", "1111"}, // all four
		{"xxxx", "0000"}, // none
	} {
		rows := slots(d[0])
		if err := o.Check(rows); err != nil {
			t.Fatal(err)
		}
		correct := make([]bool, len(rows))
		for i := range correct {
			correct[i] = d[1][i] == '1'
		}
		o.Add(rows, correct)
	}
	if want := (Half{Slots: 6, Null: 3, Correct: 4, Over: 3}); o.Present != want {
		t.Errorf("present %+v, want %+v", o.Present, want)
	}
	if want := (Half{Slots: 6, Null: 3, Correct: 3, Over: 2}); o.Absent != want {
		t.Errorf("absent %+v, want %+v", o.Absent, want)
	}
	if both := o.Both(); both.Share() != 5./7 || both.NullShare() != 0.5 {
		t.Errorf("both %+v", both)
	}
	if Null(&schemas.Slot{NullProbability: 0.2, FirstProbability: 0.6}) {
		t.Error("a slot whose first token is the end counts as ∅")
	}
	if o.Documents != [Most + 1]int64{1, 1, 0, 1} {
		t.Errorf("documents %v", o.Documents)
	}
}

func TestCheck(t *testing.T) {
	var o Over
	if err := o.Check(slots("xx--")); err != nil {
		t.Fatal(err)
	}
	swapped := slots("xx--")
	swapped[0], swapped[1] = swapped[1], swapped[0]
	for name, rows := range map[string][]schemas.Slot{
		"other number": slots("xx"), "odd": slots("xxx"), "none": nil, "out of order": swapped,
	} {
		if o.Check(rows) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
