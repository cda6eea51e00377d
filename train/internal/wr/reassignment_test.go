package wr

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// A worked case is one document. Words are single letters, "." is <eos>. Each
// slot is a line "assigned | ŷ | ȳ | wanted": wanted is a phrase, ∅, or - for
// no supervision. The first half of the lines is the present half.
type worked struct {
	name            string
	present, absent string // gold phrases, separated by commas
	slots           string
	otherHalf       int
}

var paperCases = []worked{
	{name: "agrees with nothing: ∅ as assigned",
		present: "a b", slots: `
			a b | a b | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | a y | ∅
			∅   | ∅ . | b y | ∅`},
	{name: "fresh: takes the target, whose slot keeps it",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "the slot itself predicts the phrase: no supervision",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | a b | a b | -
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "the slot assigned to it predicts the phrase",
		present: "a b", slots: `
			a b | a b | a b | a b
			∅   | ∅ . | a b | -
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "a slot of the other half predicts the phrase",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | a b | -
			∅   | a b | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "only the non-∅ prediction of the assigned slot says it: still fresh",
		present: "a b", slots: `
			a b | ∅ . | a b | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "target of the other half, fresh: no supervision, counted",
		present: "a b", absent: "c d", otherHalf: 2, slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | c d | -
			c d | ∅ . | x y | c d
			∅   | ∅ . | a b | -`},
	{name: "target of the other half, predicted: no supervision, not counted",
		present: "a b", absent: "c d", slots: `
			a b | c d | x y | a b
			∅   | ∅ . | c d | -
			c d | ∅ . | x y | c d
			∅   | ∅ . | x y | ∅`},
	{name: "a phrase of both halves: the own one is taken",
		present: "a b c", absent: "a b d", slots: `
			a b c | ∅ . | x y | a b c
			∅     | ∅ . | a b | a b c
			a b d | ∅ . | x y | a b d
			∅     | ∅ . | a b | a b d`},
	{name: "shared first words: the first in gold order, whatever slot has it",
		present: "a b c, a b d", slots: `
			a b d | ∅ . | x y | a b d
			a b c | ∅ . | x y | a b c
			∅     | ∅ . | a b | a b c
			∅     | ∅ . | x y | ∅
			∅     | ∅ . | x y | ∅
			∅     | ∅ . | x y | ∅`},
	{name: "K = 1 knows first words only",
		present: "a b, a c, d", absent: "e, f", slots: `
			a b | ∅ | x | a b
			a c | ∅ | x | a c
			d   | ∅ | x | d
			∅   | ∅ | a | a b
			e   | ∅ | x | e
			f   | f | x | f
			∅   | ∅ | e | e
			∅   | ∅ | f | -`},
	{name: "K = 3 tells longer phrases apart",
		present: "a b c, a b d", slots: `
			a b c | ∅ . . | x y z | a b c
			a b d | ∅ . . | x y z | a b d
			∅     | a b c | a b d | a b d
			∅     | ∅ . . | x y z | ∅
			∅     | ∅ . . | x y z | ∅
			∅     | ∅ . . | x y z | ∅`},
	{name: "K = 3: what follows <eos> does not count",
		present: "a, b", slots: `
			a | ∅ . . | x y z | a
			b | b . x | x y z | b
			∅ | ∅ . . | a . y | a
			∅ | ∅ . . | x . y | ∅
			∅ | ∅ . . | x y z | ∅
			∅ | ∅ . . | x y z | ∅`},
	{name: "K = 3: nor in the vanilla prediction",
		present: "b", slots: `
			b | b . x | x y z | b
			∅ | ∅ . . | b . y | -
			∅ | ∅ . . | x y z | ∅
			∅ | ∅ . . | x y z | ∅`},
	{name: "K = 2: a one-word target ends with <eos>",
		present: "a", slots: `
			a | ∅ . | x y | a
			∅ | ∅ . | a . | a
			∅ | ∅ . | x y | ∅
			∅ | ∅ . | x y | ∅`},
	{name: "a longer phrase does not agree with a one-word target",
		present: "a", slots: `
			a | ∅ . | x y | a
			∅ | ∅ . | a b | ∅
			∅ | ∅ . | x y | ∅
			∅ | ∅ . | x y | ∅`},
	{name: "order counts, though the ids have one sum",
		present: "a d", slots: `
			a d | ∅ . | x y | a d
			∅   | ∅ . | d a | ∅
			∅   | ∅ . | b c | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "two takers of one target",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "a keyphrase slot never changes",
		present: "a b, c d", slots: `
			a b | c d | c d | a b
			c d | c d | a b | c d
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "no keyphrase at all",
		slots: `
			∅ | ∅ . | . . | ∅
			∅ | a b | a b | ∅
			∅ | ∅ . | x y | ∅
			∅ | ∅ ∅ | . . | ∅`},
	{name: "a phrase given twice",
		present: "a b, a b", slots: `
			a b | ∅ . | a b | a b
			a b | ∅ . | x y | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
}

var releasedCases = []worked{
	{name: "the slot itself predicts the phrase: not looked at",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | a b | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "the assigned slot's non-∅ prediction says the phrase: no supervision",
		present: "a b", slots: `
			a b | ∅ . | a b | a b
			∅   | ∅ . | a b | -
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
	{name: "the assigned slot says another keyphrase: owns as well",
		present: "a b", absent: "c d", slots: `
			a b | ∅ . | c d | a b
			∅   | ∅ . | a b | -
			c d | ∅ . | x y | c d
			∅   | ∅ . | c d | c d`},
	{name: "sums: order does not count",
		present: "a d", slots: `
			a d | ∅ . | x y | a d
			∅   | ∅ . | d a | a d
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | b c | -`, otherHalf: 1},
	{name: "two targets with one sum: no supervision",
		present: "a b c, a b d", slots: `
			a b c | ∅ . | x y | a b c
			a b d | ∅ . | x y | a b d
			∅     | ∅ . | a b | -
			∅     | ∅ . | x y | ∅
			∅     | ∅ . | x y | ∅
			∅     | ∅ . | x y | ∅`},
	{name: "two <eos> hit every ∅ of the half",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | . . | ∅
			∅   | ∅ . | . . | -
			∅   | ∅ . | x y | ∅`},
	{name: "two takers of one target",
		present: "a b", slots: `
			a b | ∅ . | x y | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | a b | a b
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅
			∅   | ∅ . | x y | ∅`},
}

func TestPaper(t *testing.T) {
	for _, c := range paperCases {
		t.Run(c.name, func(t *testing.T) { c.check(t, Paper) })
	}
}

func TestReleased(t *testing.T) {
	for _, c := range releasedCases {
		t.Run(c.name, func(t *testing.T) { c.check(t, Released) })
	}
}

// Random finds the slots that Paper finds, and draws among the keyphrases of the
// slot's own half.
func TestRandom(t *testing.T) {
	c := worked{present: "a b, c d", absent: "e f", slots: `
		a b | ∅ . | x y | a b
		c d | ∅ . | x y | c d
		∅   | ∅ . | a b | c d
		e f | g h | x y | e f
		∅   | ∅ . | e f | e f
		∅   | ∅ . | g h | ∅`}
	o, _ := c.observed(t)
	var asked [][2]int
	o.Draw = func(slot, n int) int {
		asked = append(asked, [2]int{slot, n})
		return n - 1
	}
	c.compare(t, Random.Apply(o), c.wanted())
	if !slices.Equal(asked, [][2]int{{2, 2}, {4, 1}}) {
		t.Errorf("drew for slot, number of targets %v", asked)
	}
}

func (c worked) check(t *testing.T, r Reassignment) {
	t.Helper()
	o, before := c.observed(t)
	s := r.Apply(o)
	c.compare(t, s, c.wanted())
	two := []int32{text.Eos, text.Eos}
	if s.OtherHalf != c.otherHalf {
		t.Errorf("%d slots with targets of the other half only, want %d", s.OtherHalf, c.otherHalf)
	}
	tokens := 0
	for i, target := range s.Targets {
		tokens += len(target)
		want := Null
		switch {
		case before[i] != "∅":
			want = Keyphrase
		case s.Kinds[i] == Unimportant:
			want = Unimportant
		case !assign.IsNull(target), r == Released && slices.Equal(o.NonNull[i], two):
			want = Potential
		}
		if s.Kinds[i] != want {
			t.Errorf("slot %d is %v, want %v", i, s.Kinds[i], want)
		}
	}
	if s.Tokens() != tokens {
		t.Errorf("normaliser %d, want %d", s.Tokens(), tokens)
	}
}

func (c worked) compare(t *testing.T, s Supervision, want []string) {
	t.Helper()
	for i, w := range want {
		switch {
		case s.Kinds[i] == Unimportant && !assign.IsNull(s.Targets[i]):
			t.Errorf("slot %d has no supervision but a keyphrase in the normaliser", i)
		case (s.Kinds[i] == Unimportant) != (w == "-"):
			t.Errorf("slot %d: %v, want %s", i, s.Kinds[i], w)
		case w != "-" && !slices.Equal(s.Targets[i], target(w)):
			t.Errorf("slot %d: target %v, want %s", i, s.Targets[i], w)
		}
	}
}

func (c worked) wanted() (want []string) {
	for _, f := range c.fields() {
		want = append(want, f[3])
	}
	return want
}

func (c worked) fields() (lines [][]string) {
	for line := range strings.Lines(strings.TrimSpace(c.slots)) {
		f := strings.Split(line, "|")
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		lines = append(lines, f)
	}
	return lines
}

// observed turns the case into ids; before has the assigned targets.
func (c worked) observed(t *testing.T) (o Observed, before []string) {
	t.Helper()
	lines := c.fields()
	fixed, err := assign.Slots{Number: len(lines), Length: 6}.Fix(
		slices.Concat(phrases(c.present), [][]int32{{text.Peos}}, phrases(c.absent)))
	if err != nil {
		t.Fatal(err)
	}
	o.Targets = fixed
	used := make([]bool, len(lines))
	for i, f := range lines {
		lo, hi := fixed.Half(i)
		for j := lo; j < hi; j++ {
			if !used[j] && slices.Equal(fixed.Targets[j], target(f[0])) {
				used[j] = true
				o.Column = append(o.Column, j)
				break
			}
		}
		o.Vanilla = append(o.Vanilla, ids(f[1]))
		o.NonNull = append(o.NonNull, ids(f[2]))
		before = append(before, f[0])
	}
	if len(o.Column) != len(lines) {
		t.Fatalf("case assigns %d of %d targets", len(o.Column), len(lines))
	}
	return o, before
}

func phrases(list string) (out [][]int32) {
	for p := range strings.SplitSeq(list, ",") {
		if words := ids(p); len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}

func target(phrase string) []int32 {
	if phrase == "∅" {
		return []int32{text.Null}
	}
	return append(ids(phrase), text.Eos)
}

func ids(words string) (out []int32) {
	for _, w := range strings.Fields(words) {
		switch w {
		case ".":
			out = append(out, text.Eos)
		case "∅":
			out = append(out, text.Null)
		default:
			out = append(out, 10+int32(w[0]-'a'))
		}
	}
	return out
}
