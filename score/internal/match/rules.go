package match

// Rules are the options of the authors' evaluation script, and the two points in which score deviates from it. The
// zero Rules filters nothing.
type Rules struct {
	// Limit is the number of predictions per document that count; 0 means all.
	Limit int
	// DropPunctuation drops predictions with "," or "." as a word.
	DropPunctuation bool
	// DropUnk drops predictions with <unk> as a word. It belongs to the filter
	// of DropPunctuation and has no effect without it.
	DropUnk bool
	// OneWord keeps only the first one-word prediction. Repeated and invalid
	// predictions count as first, too.
	OneWord bool
	// Substring calls a phrase present if it is a substring of the joined
	// source, even inside words.
	Substring bool
	// Underscore detects repeated phrases by their words joined with "_", so
	// that "a b_c" repeats "a_b c", as in the released script.
	Underscore bool
	// Marked also drops predictions that the predictor marked as repeated.
	Marked bool
}
