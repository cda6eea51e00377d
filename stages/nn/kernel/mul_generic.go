//go:build !amd64 || purego

package kernel

// noTwin is never seen: path is plain in this build, so nothing calls a twin.
const noTwin = "kernel: no fast twin in this build"

// scratch is empty in this build.
type scratch struct{}

func mulFast(*Workers, product[float32], *Packed[float32]) { panic(noTwin) }

func packFast(*Workers, *Packed[float32]) { panic(noTwin) }
