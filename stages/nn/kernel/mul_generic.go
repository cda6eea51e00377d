//go:build !amd64 || purego

package kernel

// noTwin cannot happen: path is plain in this build, so nothing calls a twin.
const noTwin = "kernel: no fast twin in this build"

// scratch is nothing in this build.
type scratch struct{}

func mulFast(*Workers, product[float32], *Packed[float32]) { panic(noTwin) }

func packFast(*Workers, *Packed[float32]) { panic(noTwin) }
