package main

import (
	"log/slog"
	"math"
	"time"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// compare measures on this CPU how many times as fast products in bfloat16 are as those in float32, and logs it. It changes no
// setting.
func compare(log *slog.Logger) {
	sayGain(log, gain(productsOf(kernel.NewWorkers(1)), productsOf(kernel.NewBFloat16Workers(1)), time.Now))
}

// sayGain logs how many times as fast bfloat16 is, and warns if it is slower.
func sayGain(log *slog.Logger, times float64) {
	times = math.Round(100*times) / 100
	if times < 1 {
		log.Warn("products in bfloat16 are slower than in float32 on this CPU: without --precision bfloat16 the training is faster", "times", times)
		return
	}
	log.Info("products in bfloat16 are faster than in float32 on this CPU", "times", times)
}

// gainTries is how often gain measures each, by turns. Products of productsOf take about 10 ms altogether.
const gainTries = 32

// gain returns the shortest time of exact divided by that of half.
func gain(exact, half func(), now func() time.Time) float64 {
	best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for range gainTries {
		for i, f := range []func(){exact, half} {
			start := now()
			f()
			best[i] = min(best[i], max(now().Sub(start), 1))
		}
	}
	return float64(best[0]) / float64(best[1])
}

// productsOf returns a function that multiplies as a step does: forward, and both gradients of a linear layer.
func productsOf(w *kernel.Workers) func() {
	const m, n, k = 128, 128, 128
	x, y, z := make([]float32, m*k), make([]float32, n*k), make([]float32, m*n)
	for i := range x {
		x[i], y[i] = 1+float32(i%7)/8, 1-float32(i%5)/8
	}
	return func() {
		kernel.MulNT(w, z, x, y, m, n, k, kernel.Epilogue[float32]{})
		kernel.MulNN(w, x, z, y, m, k, n, kernel.Epilogue[float32]{})
		kernel.MulTN(w, y, z, x, n, k, m, kernel.Epilogue[float32]{})
		for i := range x { // keep the numbers small
			x[i], y[i] = 1+float32(i%7)/8, 1-float32(i%5)/8
		}
	}
}
