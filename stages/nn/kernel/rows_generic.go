//go:build !amd64 || purego

package kernel

func fastAdd(y, x []float32) { panic(noTwin) }

func fastReLUGrad(dx, dy, y []float32) { panic(noTwin) }

func fastDrop(y, x []float32, d Drop, first uint64) { panic(noTwin) }

func fastAdam(theta, m, v, g []float32, f adamFactors[float32]) { panic(noTwin) }

func fastSquares(x []float32, l *[lanes]float64) int { panic(noTwin) }
