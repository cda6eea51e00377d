//go:build !amd64 || purego

package kernel

func fastNormRow(y, x, gain, bias []float32, eps float32) (mean, rstd float32) { panic(noTwin) }

func fastNormGradRow(dx, dy, x, gain []float32, mean, rstd float32) { panic(noTwin) }

func fastNormGradColumns(dgain, dbias, dy, x []float32, mean, rstd float32) { panic(noTwin) }
