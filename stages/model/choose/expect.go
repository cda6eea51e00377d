package choose

// Targets is the mean number of keyphrases of a document in the fit: those of both kinds, also such as are no candidates.
func (m *Model) Targets() float64 {
	sum := 0.
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		if m.Documents > 0 {
			sum += float64(k.Right) / float64(m.Documents)
		}
		for n, share := range k.Unseen {
			sum += float64(n) * share
		}
	}
	return sum
}

// Expecting returns the model for a corpus whose documents have n keyphrases on average, n above 0. Annotators who give twice
// as many call twice as much a keyphrase: the odds of a present candidate are multiplied by n / Targets, as by another prior
// (Saerens, Latinne and Decaestecker, Neural Computation 14(1), 2002). What is said of a document still depends on that
// document alone. Absent candidates keep their probabilities: where annotators give more, more stands in the text.
func (m *Model) Expecting(n float64) *Model {
	other := *m
	if fitted := m.Targets(); fitted > 0 {
		other.Present.odds = n / fitted
	}
	return &other
}

// expected is a calibrated probability with the odds that Expecting gives.
func (k *Kind) expected(p float64) float64 {
	if k.odds == 0 {
		return p
	}
	return k.odds * p / (1 - p + k.odds*p)
}
