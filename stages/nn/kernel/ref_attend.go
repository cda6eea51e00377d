package kernel

// refAttend computes one head of one segment; first is the number of its first
// weight.
func refAttend[T Float](out, weights, q, k, v []T, s Segment, head, heads, d int, drop Drop, first uint64) {
	n, c := s.K.Len(), d/heads
	row := make([]T, n)
	for i := range s.Q.Len() {
		p := row
		if weights != nil {
			p = weights[i*n : (i+1)*n]
		}
		clear(p)
		seen := s.seen(i)
		o := out[(s.Q.Lo+i)*d+head*c:][:c]
		a := q[(s.Q.Lo+i)*d+head*c:][:c]
		for j := range seen {
			p[j] = refDot(a, k[(s.K.Lo+j)*d+head*c:][:c])
		}
		refSoftmax(p[:seen])
		refDrop(row[:seen], p[:seen], drop, first+uint64(i*n))
		clear(o)
		for j, x := range row[:seen] {
			refAddScaled(o, v[(s.K.Lo+j)*d+head*c:][:c], x)
		}
	}
}

// seen returns the number of keys that the i-th query of the segment sees.
func (s Segment) seen(i int) int {
	if s.Causal {
		return min(i+1, s.K.Len())
	}
	return s.K.Len()
}

// refAttendGrad is the backward pass of refAttend. With p the weights, m the
// dropout mask over 1−rate: dv += (p·m)ᵀ·dout; g = (dout·vᵀ)·m;
// ds = p·(g − Σ p·g); dq += ds·k; dk += dsᵀ·q.
func refAttendGrad[T Float](dq, dk, dv, dout, weights, q, k, v []T, s Segment, head, heads, d int, drop Drop, first uint64) {
	n, c := s.K.Len(), d/heads
	kept, g := make([]T, n), make([]T, n)
	for i := range s.Q.Len() {
		seen := s.seen(i)
		p := weights[i*n:][:seen]
		kept, g := kept[:seen], g[:seen]
		at := (s.Q.Lo+i)*d + head*c
		o, a, da := dout[at:][:c], q[at:][:c], dq[at:][:c]
		refDrop(kept, p, drop, first+uint64(i*n))
		for j := range seen {
			to := (s.K.Lo+j)*d + head*c
			g[j] = refDot(o, v[to:][:c])
			refAddScaled(dv[to:][:c], o, kept[j])
		}
		refDrop(g, g, drop, first+uint64(i*n))
		refSoftmaxGrad(g, p)
		for j, x := range g {
			to := (s.K.Lo+j)*d + head*c
			refAddScaled(da, k[to:][:c], x)
			refAddScaled(dk[to:][:c], a, x)
		}
	}
}

// refSoftmaxGrad turns the gradient g of a softmax's result p into that of its
// input: p·(g − Σ p·g).
func refSoftmaxGrad[T Float](g, p []T) {
	var l [lanes]T
	for i, v := range p {
		l[i%lanes] += T(v * g[i])
	}
	gradAbout(g, p, fold(&l))
}

func refDot[T Float](a, b []T) T {
	var s T
	for i, v := range a {
		s += T(v * b[i])
	}
	return s
}

func refAddScaled[T Float](y, x []T, by T) {
	for i, v := range x {
		y[i] += T(by * v)
	}
}
