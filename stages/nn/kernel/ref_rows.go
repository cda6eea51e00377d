package kernel

func refAdd[T Float](y, x []T) {
	for i, v := range x {
		y[i] += v
	}
}

func refAverage[T Float](mean, x []T, share T) {
	for i, v := range x {
		mean[i] += T(share * (v - mean[i]))
	}
}

func refReLUGrad[T Float](dx, dy, y []T) {
	for i, v := range y {
		if v > 0 {
			dx[i] = dy[i]
		} else {
			dx[i] = 0
		}
	}
}
