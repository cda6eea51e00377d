package survey

import "math"

// Tally is the expected number of right labels of documents, from their probabilities. The zero value is empty.
//
// The interval holds for the share of right labels in as many documents like these. Its variance has two parts, by the law of total
// variance: labels of probability p are right or wrong at random (Poisson-binomial: Σ p(1 − p)), and another sample of documents has
// other labels (the variance of a ratio of sums over documents; Cochran, Sampling Techniques, 1977, section 6.3). It takes the
// probabilities for true and, given these, labels for independent.
type Tally struct {
	Documents int64   // all that were added, also those without a label
	Labels    int64   // n
	Expected  float64 // Σ p
	within    float64 // Σ p(1 − p)
	// Sums over documents of products of their Σ p and n.
	squares, products, counts float64
}

// Add adds a document with the probabilities of its labels.
func (t *Tally) Add(labels ...float64) {
	sum, n := 0., float64(len(labels))
	for _, p := range labels {
		sum += p
		t.within += p * (1 - p)
	}
	t.Documents++
	t.Labels += int64(len(labels))
	t.Expected += sum
	t.squares, t.products, t.counts = t.squares+sum*sum, t.products+sum*n, t.counts+n*n
}

// Share returns the expected share of right labels; 0 without labels.
func (t *Tally) Share() float64 { return t.Expected / float64(max(t.Labels, 1)) }

// Interval returns the bounds of the 95 % interval of the share. ok is false with fewer than two documents or without labels.
func (t *Tally) Interval() (low, high float64, ok bool) {
	if t.Documents < 2 || t.Labels == 0 {
		return 0, 0, false
	}
	r, n, d := t.Share(), float64(t.Labels), float64(t.Documents)
	between := max(t.squares-2*r*t.products+r*r*t.counts, 0)
	half := 1.96 * math.Sqrt((between*d/(d-1)+t.within)/(n*n))
	return max(r-half, 0), min(r+half, 1), true
}
