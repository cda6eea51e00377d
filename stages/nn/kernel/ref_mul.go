package kernel

const refBlock = 64 // rows and columns of C that one task of the plain product computes

// refMul is the plain product. Blocks of C are cut into tiles of 2×4 elements, each
// of which passes through k once. Operands stored by k are transposed first.
func refMul[T Float](w *Workers, p product[T]) {
	across := (p.n + refBlock - 1) / refBlock
	down := (p.m + refBlock - 1) / refBlock
	w.each(down*across, func(t int) {
		i0, j0 := t/across*refBlock, t%across*refBlock
		refMulBlock(p, i0, min(i0+refBlock, p.m), j0, min(j0+refBlock, p.n))
	})
}

func refMulBlock[T Float](p product[T], i0, i1, j0, j1 int) {
	a, lda := refRows(p.a, p.lda, p.aByK, i0, i1, p.k)
	b, ldb := refRows(p.b, p.ldb, p.bByK, j0, j1, p.k)
	row := func(x []T, ld, i, last int) []T { i = min(i, last); return x[i*ld : i*ld+p.k] }
	var s [8]T
	for j := 0; j < j1-j0; j += 4 {
		last := j1 - j0 - 1
		b0, b1, b2, b3 := row(b, ldb, j, last), row(b, ldb, j+1, last), row(b, ldb, j+2, last), row(b, ldb, j+3, last)
		for i := 0; i < i1-i0; i += 2 {
			rows, columns := min(2, i1-i0-i), min(4, j1-j0-j)
			s = [8]T{}
			if p.e.Accumulate {
				for r := range rows {
					copy(s[4*r:4*r+columns], p.c[(i0+i+r)*p.ldc+j0+j:])
				}
			}
			refDots(&s, row(a, lda, i, i1-i0-1), row(a, lda, i+1, i1-i0-1), b0, b1, b2, b3)
			for r := range rows {
				c := p.c[(i0+i+r)*p.ldc+j0+j:][:columns]
				copy(c, s[4*r:])
				refFinish(c, p.e, j0+j)
			}
		}
	}
}

// refDots adds to s[4r+q] the products of row r of a with row q of b.
func refDots[T Float](s *[8]T, a0, a1, b0, b1, b2, b3 []T) {
	n := len(a0)
	a1, b0, b1, b2, b3 = a1[:n], b0[:n], b1[:n], b2[:n], b3[:n]
	s00, s01, s02, s03, s10, s11, s12, s13 := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for k, x := range a0 {
		y, p, q, r, t := a1[k], b0[k], b1[k], b2[k], b3[k]
		s00 += T(x * p)
		s01 += T(x * q)
		s02 += T(x * r)
		s03 += T(x * t)
		s10 += T(y * p)
		s11 += T(y * q)
		s12 += T(y * r)
		s13 += T(y * t)
	}
	*s = [8]T{s00, s01, s02, s03, s10, s11, s12, s13}
}

// refFinish adds the bias to part of a row of C that starts at column j and
// applies the ReLU.
func refFinish[T Float](c []T, e Epilogue[T], j int) {
	if e.Bias != nil {
		for q := range c {
			c[q] += e.Bias[j+q]
		}
	}
	if e.ReLU {
		for q := range c {
			if !(c[q] > 0) && c[q] == c[q] { // NaN stays
				c[q] = 0
			}
		}
	}
}

// refRows returns rows [lo,hi) of an operand with its k elements side by side, and
// the distance of rows. With byK the operand is stored as [k,rows].
func refRows[T Float](x []T, ld int, byK bool, lo, hi, k int) ([]T, int) {
	if !byK {
		return x[lo*ld:], ld
	}
	t := make([]T, (hi-lo)*k)
	for q := range k {
		for i, v := range x[q*ld+lo : q*ld+hi] {
			t[i*k+q] = v
		}
	}
	return t, k
}
