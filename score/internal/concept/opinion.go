package concept

import "fmt"

// Opinion counts the assigned concepts of corrected documents by what a review says of them.
type Opinion struct {
	Right, Struck int // kept or added by a person; struck
	Unmarked      int // without a mark: left out
	Unseen        int // not in the sheet: they count as wrong
}

// Add adds the counts to metrics, with the share of right ones of those that are judged.
func (o Opinion) Add(m Metrics) {
	for name, n := range map[string]int{"right": o.Right, "struck": o.Struck, "unmarked": o.Unmarked, "unseen": o.Unseen} {
		m["review_"+name] = float64(n)
	}
	m["review_precision"] = float64(o.Right) / float64(max(1, o.Right+o.Struck))
}

// Text returns the counts as lines of text.
func (o Opinion) Text() string {
	m := Metrics{}
	o.Add(m)
	return fmt.Sprintf("\nreview: of %d judged concepts %.3f are right (%d right, %d struck); %d without a mark are left out, and %d that the sheet lacks count as wrong\n",
		o.Right+o.Struck, m["review_precision"], o.Right, o.Struck, o.Unmarked, o.Unseen)
}
