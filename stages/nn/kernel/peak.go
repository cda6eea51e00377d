package kernel

import "time"

// Peak measures how many GFLOP/s of float32 so many threads can do at most: the fastest of 50 rounds of a product each,
// whose operands stay in the caches of a core. Benchmarks report their share of it.
func Peak(threads int) float64 {
	const m, n, k = 96, 96, 512 // whole tiles on each path
	w := NewWorkers(threads)
	a, c, b := make([]float32, m*k), make([]float32, threads*m*n), Pack(nil, make([]float32, n*k), n, k)
	fastest := time.Hour
	for range 50 {
		began := time.Now()
		w.each(threads, func(i int) { MulPacked(w.Alone(), c[i*m*n:(i+1)*m*n], a, b, m, Epilogue[float32]{}) })
		fastest = min(fastest, time.Since(began))
	}
	return 2 * m * n * k * float64(threads) / fastest.Seconds() / 1e9
}
