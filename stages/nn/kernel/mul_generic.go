//go:build !amd64 || purego

package kernel

func mulFast(*Workers, product[float32], *Packed[float32]) { panic("kernel: no fast product") }

func packFast(*Workers, *Packed[float32]) { panic("kernel: no fast product") }
