package op

import (
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Pass is the state that the layers of one pass through the network share.
type Pass[T kernel.Float] struct {
	Workers *kernel.Workers // nil: this goroutine alone
	Pool    *Pool[T]

	// Train keeps what Backward needs and turns dropout on.
	Train bool
	// Rate is the fraction of elements that dropout sets to 0, in [0, 1).
	Rate float64
	// Seed, Step and the name of the place key the random numbers of dropout.
	Seed, Step uint64
	// Masks, if not nil, replaces the random numbers: for each place one byte per element, 1 = kept, in the layout of the
	// layer's elements. A place without a mask drops nothing.
	Masks map[string][]uint8

	// Observe, if not nil, receives intermediate results under their names while they exist; it must not keep x.
	Observe func(name string, x []T)
}

// drop returns the dropout of the place named site.
func (pass *Pass[T]) drop(site string) kernel.Drop {
	if !pass.Train || pass.Rate == 0 {
		return kernel.Drop{}
	}
	if pass.Masks != nil {
		keep := pass.Masks[site]
		if keep == nil {
			return kernel.Drop{}
		}
		return kernel.Drop{Rate: pass.Rate, Keep: keep}
	}
	return kernel.Drop{Rate: pass.Rate, Key: random.Named(pass.Seed, pass.Step, site)}
}

func (pass *Pass[T]) observe(name string, x []T) {
	if pass.Observe != nil {
		pass.Observe(name, x)
	}
}
