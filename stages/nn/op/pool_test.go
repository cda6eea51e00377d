package op

import (
	"math/rand/v2"
	"testing"
)

// TestPoolNeverLendsTwice borrows and returns at random and fills each slice with its own number.
func TestPoolNeverLendsTwice(t *testing.T) {
	var p Pool[float32]
	r := rand.New(rand.NewPCG(1, 2))
	type loan struct {
		x   []float32
		tag float32
	}
	var out []loan
	for i := range 5000 {
		if len(out) > 0 && (r.IntN(2) == 0 || len(out) > 50) {
			k := r.IntN(len(out))
			for _, v := range out[k].x {
				if v != out[k].tag {
					t.Fatalf("step %d: %v in a slice that was filled with %v", i, v, out[k].tag)
				}
			}
			p.Put(out[k].x)
			out[k] = out[len(out)-1]
			out = out[:len(out)-1]
			continue
		}
		x := p.Get(1 + r.IntN(200000))
		for j := range x {
			x[j] = float32(i)
		}
		out = append(out, loan{x, float32(i)})
	}
	for _, l := range out {
		p.Put(l.x)
	}
	if p.Lent() != 0 || len(p.free) != len(p.slabs) {
		t.Errorf("at the end %d slices lent, %d free spans, %d slabs", p.Lent(), len(p.free), len(p.slabs))
	}
}

// TestPoolSettles: the same requests again need no new memory.
func TestPoolSettles(t *testing.T) {
	var p Pool[float32]
	step := func(scale int) {
		var xs [][]float32
		for i := 1; i <= 20; i++ {
			xs = append(xs, p.Get(i*scale))
			if i%3 == 0 {
				p.Put(xs[i-2])
			}
		}
		p.Put(xs...)
	}
	step(300_000)
	size := p.Cap()
	for i := range 50 {
		step(300_000 - 1000*i)
	}
	if p.Cap() != size {
		t.Errorf("%d elements after the first step, %d after fifty smaller ones", size, p.Cap())
	}
	if n := testing.AllocsPerRun(10, func() { p.Put(p.Get(1000)) }); n > 1 {
		t.Errorf("%v allocations a loan", n)
	}
}

func TestPoolEdges(t *testing.T) {
	var p Pool[float64]
	if p.Get(0) != nil {
		t.Error("no elements are not nil")
	}
	p.Put(nil, make([]float64, 3)) // not ours
	x := p.Get(5)
	p.Put(x[:0]) // shortened, but ours
	p.Put(x)     // a second time
	if p.Lent() != 0 || len(p.free) != 1 {
		t.Errorf("%d lent, %d free spans", p.Lent(), len(p.free))
	}
	for _, v := range p.Zeros(100) {
		if v != 0 {
			t.Fatal("Zeros are not")
		}
	}
}
