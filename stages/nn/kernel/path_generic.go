//go:build !amd64 || purego

package kernel

const path = plain

// hasBFloat16 is false: bfloat16 products need AVX-512.
const hasBFloat16 = false
