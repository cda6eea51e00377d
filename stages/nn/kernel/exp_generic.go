//go:build !amd64 || purego

package kernel

func fastExpSum(x []float32, top float32) float32 { panic(noTwin) }

func fastMax([]float32) float32 { panic(noTwin) }

func fastSoftmax(x []float32) { panic(noTwin) }

func fastLogSumExp(x []float32) float32 { panic(noTwin) }

func fastLogSumExpArgMax(x []float32) (float32, int) { panic(noTwin) }

func fastArgMax(x []float32) int { panic(noTwin) }

func fastSoftmaxGrad(g, p []float32) { panic(noTwin) }
