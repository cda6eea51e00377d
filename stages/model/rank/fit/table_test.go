package fit

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// row is a candidate of a test.
type row struct {
	document int
	right    bool
	x        []float64
}

// tabled returns rows as a table with these features.
func tabled(features []string, rows ...row) *Table {
	t := &Table{Features: features, Value: func(i, feature int) float64 { return rows[i].x[feature] }}
	for _, r := range rows {
		t.Right, t.Document = append(t.Right, r.right), append(t.Document, r.document)
	}
	return t
}

// of returns a table of one feature, "a", with a document for each row; the gate is open or, with slots false, shut.
func of(slots bool, right []bool, a ...float64) *Table {
	var rows []row
	for i, v := range a {
		rows = append(rows, row{i, right[i], []float64{v, one(slots)}})
	}
	return tabled([]string{"a", rank.Gate}, rows...)
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// together makes documents whose candidates are probably right if two features have the same sign, which no sum over features
// can express. The regression is for a third of the candidates.
func together(seed uint64, documents int) *Table {
	r := rand.New(rand.NewPCG(seed, 3))
	var rows []row
	for d := range documents {
		for i := range 30 {
			x := []float64{r.NormFloat64(), r.NormFloat64(), one(i < 10)}
			rows = append(rows, row{d, r.Float64() < truth(x), x})
		}
	}
	return tabled([]string{"a", "b", rank.Gate}, rows...)
}

func truth(x []float64) float64 {
	if x[0]*x[1] > 0 {
		return .6
	}
	return .05
}

// invented makes ten candidates a document, with probabilities that shape makes of σ of a sum over features.
func invented(seed uint64, documents int, shape func(p float64) float64) (t *Table, truth []float64) {
	r := rand.New(rand.NewPCG(seed, 7))
	var rows []row
	for d := range documents {
		for range 10 {
			x := []float64{r.NormFloat64(), 3 + 2*r.NormFloat64(), 5}
			p := shape(rank.Logistic(-1 + x[0] - .5*(x[1]-3)))
			truth, rows = append(truth, p), append(rows, row{d, r.Float64() < p, x})
		}
	}
	return tabled([]string{"a", "b", "constant"}, rows...), truth
}

func same(p float64) float64 { return p }
func bent(p float64) float64 { return .05 + .6*p*p*p }

// alone computes the whole range in one call, apart each element in a concurrent call.
var alone, apart Split = func(n, _ int, f func(lo, hi int)) { f(0, n) }, func(n, _ int, f func(lo, hi int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i, i+1) })
	}
	wg.Wait()
}

// options are those of a fit with a regression.
func options() Options { return Options{Split: apart, Step: func() {}} }

// fitted returns what Fit returns.
func fitted(t testing.TB, table *Table, o Options) (*rank.Judge, *Report) {
	t.Helper()
	j, r, err := Fit(table, o)
	if err != nil {
		t.Fatal(err)
	}
	return j, r
}

// TestFolds: all candidates of a document are in one fold, so that no fold is judged by a fit to the same document. Documents are
// dealt to the folds in turn.
func TestFolds(t *testing.T) {
	table := together(1, 3*folds)
	for fold := range folds {
		in, out := table.within(fold, true), table.within(fold, false)
		if len(in) != 3*30 || len(in)+len(out) != len(table.Right) {
			t.Errorf("fold %d has %d rows, and %d are outside", fold, len(in), len(out))
		}
		for _, row := range in {
			if row/30%folds != fold {
				t.Fatalf("row %d of document %d is in fold %d", row, row/30, fold)
			}
		}
	}
}

// TestMoments: 1, 1, 4 have the mean 2 and the variance 2; so have 1 with weight 2, and 4.
func TestMoments(t *testing.T) {
	three, two := of(true, make([]bool, 3), 1, 1, 4), of(true, make([]bool, 2), 1, 4)
	two.Weight = []float64{2, 1}
	for _, table := range []*Table{three, two} {
		if mean, deviation := table.moments(table.all(), 0); mean != 2 || math.Abs(deviation-math.Sqrt2) > 1e-12 {
			t.Errorf("mean %v, deviation %v", mean, deviation)
		}
	}
	terms := Standard(three, []string{rank.Gate, "a"})
	if want := []rank.Term{{Feature: rank.Gate, Mean: 1, Scale: 1}, {Feature: "a", Mean: 2, Scale: math.Sqrt2}}; !slices.Equal(terms, want) {
		t.Errorf("terms %+v, want %+v", terms, want)
	}
}

func TestUnseen(t *testing.T) {
	if got, want := Unseen([]int{0, 2, 0, 0}, nil), []float64{.75, 0, .25}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Unseen([]int{1000, 0}, []float64{3, 0}); len(got) != mostUnseen+1 || got[mostUnseen] != 1 {
		t.Errorf("of a thousand: %v", got)
	}
}

// TestWrite: a table is read as it was written, in groups of rows; equal tables give equal bytes.
func TestWrite(t *testing.T) {
	table := together(1, 2*rowGroup/30)
	table.Weight = make([]float64, len(table.Right))
	table.Weight[7] = 2
	var a, b bytes.Buffer
	if err := errors.Join(table.Write(&a), table.Write(&b)); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatalf("%v, or other bytes", err)
	}
	type read struct {
		Document      int64   `parquet:"document"`
		Right         bool    `parquet:"right"`
		Weight        float64 `parquet:"weight"`
		A             float64 `parquet:"a"`
		B             float64 `parquet:"b"`
		WrittenBySlot float64 `parquet:"written"`
	}
	rows, err := parquet.Read[read](bytes.NewReader(a.Bytes()), int64(a.Len()))
	if err != nil || len(rows) != len(table.Right) {
		t.Fatalf("%d rows of %d, %v", len(rows), len(table.Right), err)
	}
	for i, r := range rows {
		if want := (read{int64(table.Document[i]), table.Right[i], table.Weight[i], table.Value(i, 0), table.Value(i, 1), table.Value(i, 2)}); r != want {
			t.Fatalf("row %d: %+v, want %+v", i, r, want)
		}
	}
}
