package match

// Rules are the choices of the authors' evaluation script and the two points
// in which our own reading differs from it. The zero Rules filters nothing.
type Rules struct {
	// Limit is the number of predictions of a document that are looked at; 0 for all.
	Limit int
	// DropPunctuation drops predictions with "," or "." as a word.
	DropPunctuation bool
	// DropUnk drops predictions with <unk> as a word. It is part of the filter
	// of DropPunctuation and without effect when that is off.
	DropUnk bool
	// OneWord keeps only the first prediction of one word, counted over all
	// predictions, repeated and invalid ones too.
	OneWord bool
	// Substring calls a phrase present if it occurs anywhere in the joined
	// source, also inside words.
	Substring bool
	// Underscore compares repeated phrases by their words joined with "_", so
	// that "a b_c" repeats "a_b c", as the released script does.
	Underscore bool
	// Marked drops also the predictions that are marked as repeated.
	Marked bool
}
