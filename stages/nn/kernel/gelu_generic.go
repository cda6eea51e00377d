//go:build !amd64 || purego

package kernel

func fastGELU(y, x []float32) { panic(noTwin) }

func fastGELUGrad(dx, dy, x []float32) { panic(noTwin) }
