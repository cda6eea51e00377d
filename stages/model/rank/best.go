package rank

// Best returns the number n of phrases whose set has the greatest expected F1, and that F1. probabilities are those of the
// phrases, highest first, which are right independently of each other. The document also has targets that are not candidates:
// k of them with probability unseen[k] (nil: none).
//
// With H hits in a set of n and T targets, the expectation is the mean of 2H / (n + T) over the joint distribution of H and
// T, computed by convolution. It is exact except for counts that are almost impossible (see nothing). Without a hit F1 is 0,
// so an empty set is never better. For each n the best set is that of the n most probable phrases (Lewis, SIGIR 1995), so
// only these are tried, and of them only those that bound does not exclude. Of equal expectations the smaller set wins. Time
// grows with the number of phrases times the number of possible targets.
func Best(probabilities, unseen []float64) (n int, f1 float64) {
	// A long text has a hundred thousand candidates and a best set of a few dozen. Keeping the distributions for all of
	// them would take gigabytes, so small sets are tried first.
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
	targets := make([][]float64, most+1) // [n]: the distribution of the targets outside the set of n
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

// bound is above the expected F1 of a set whose phrases have the mean probability r, and of every larger set, whose mean is
// no greater: 2H / (n + T) is at most 2H / (n + H), which is concave in H, so its mean is at most 2r / (1 + r).
func bound(r float64) float64 { return 2*r/(1+r) + 1e-9 }

// Together returns the distribution of the sum of two independent counts; nil is a count that is always 0.
func Together(a, b []float64) []float64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	sum := make([]float64, len(a)+len(b)-1)
	for i, p := range a {
		for j, q := range b {
			sum[i+j] += float64(p * q)
		}
	}
	return sum
}

// also returns the distribution of a count that is raised by one with probability p. The conversions rule out fused
// multiply-adds: equal bits on every CPU.
func also(d []float64, p float64) []float64 {
	out := make([]float64, len(d)+1)
	for k, q := range d {
		out[k] += float64(q * (1 - p))
		out[k+1] += float64(q * p)
	}
	for out[len(out)-1] < nothing && len(out) > 1 {
		out = out[:len(out)-1]
	}
	return out
}

// nothing is the probability below which the largest counts are dropped.
const nothing = 1e-15

// expectation returns the mean of 2H / (n + H + M), given the distributions of H hits in a set of n and of M missed targets.
func expectation(n int, hits, missed []float64) (sum float64) {
	for h := 1; h < len(hits); h++ {
		for m, q := range missed {
			sum += hits[h] * q * float64(2*h) / float64(n+h+m)
		}
	}
	return sum
}
