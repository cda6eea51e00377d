package kernel

func refAdd[T Float](y, x []T) {
	for i, v := range x {
		y[i] += v
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
