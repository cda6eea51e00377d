package choose

// Best is how many of the phrases with the given probabilities, best first, make the set with the greatest expected F1,
// and that F1. Phrases are right independently of each other with these probabilities; beside them the document has
// targets that no candidate is, k of them with probability unseen[k] (nil: none ever). The expectation is exact, not a
// bound, but for numbers that are next to impossible (see nothing): with H hits in a set of n and T targets in all, it is
// the mean of 2H / (n + T) over the joint distribution of H and T, taken by convolution. Where there is no hit F1 is 0, so
// that an empty set is never better. For every n the best set is that of the n most probable (Lewis, SIGIR 1995): fewer
// than 2ⁿ sets need to be looked at, and none of those that bound excludes. Of two equal expectations the smaller set is
// taken. Time grows with the phrases times the targets that there may be.
func Best(probabilities, unseen []float64) (n int, f1 float64) {
	// A long text has a hundred thousand candidates and a best set of a few dozen: the distributions of those behind are
	// not kept, which would take gigabytes.
	for most := 1 << 10; ; most *= 2 {
		if n, f1, sure := bestOf(probabilities, unseen, most); sure {
			return n, f1
		}
	}
}

// bestOf returns the best set of at most most phrases, as Best does. sure means that no larger set is better.
func bestOf(probabilities, unseen []float64, most int) (n int, f1 float64, sure bool) {
	most = min(most, len(probabilities))
	missed := unseen
	if missed == nil {
		missed = []float64{1}
	}
	targets := make([][]float64, most+1) // behind the n-th: the distribution of the targets not in the set
	for i := len(probabilities); ; i-- {
		if i <= most {
			targets[i] = missed
		}
		if i == 0 {
			break
		}
		missed = also(missed, probabilities[i-1])
	}
	hits, sum := []float64{1}, 0.
	for i, p := range probabilities[:most] {
		hits, sum = also(hits, p), sum+p
		if e := expectation(i+1, hits, targets[i+1]); e > f1 {
			n, f1 = i+1, e
		}
		if bound(sum/float64(i+1)) < f1 {
			return n, f1, true
		}
	}
	return n, f1, most == len(probabilities)
}

// bound is more than the expected F1 of a set whose phrases have this mean probability r, and of every larger set, whose mean
// is no greater: 2H / (n + T) is at most 2H / (n + H), a concave function of H, so that its mean is at most 2r / (1 + r).
func bound(r float64) float64 { return 2*r/(1+r) + 1e-9 }

// together is the distribution of the sum of two independent counts; nil is that of a count that is always 0.
func together(a, b []float64) []float64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	sum := make([]float64, len(a)+len(b)-1)
	for i, p := range a {
		for j, q := range b {
			sum[i+j] += p * q
		}
	}
	return sum
}

// also is the distribution of a count to which one is added with probability p.
func also(d []float64, p float64) []float64 {
	out := make([]float64, len(d)+1)
	for k, q := range d {
		out[k] += q * (1 - p)
		out[k+1] += q * p
	}
	for out[len(out)-1] < nothing && len(out) > 1 {
		out = out[:len(out)-1]
	}
	return out
}

// nothing is the probability below which a count is left out, from the end.
const nothing = 1e-15

// expectation is the mean of 2H / (n + H + M) for the probabilities of H hits in a set of n and those of M targets missed.
func expectation(n int, hits, missed []float64) (sum float64) {
	for h := 1; h < len(hits); h++ {
		for m, q := range missed {
			sum += hits[h] * q * float64(2*h) / float64(n+h+m)
		}
	}
	return sum
}
