//go:build !amd64 || purego

package kernel

const path = plain

// hasBFloat16 has no meaning without AVX-512.
const hasBFloat16 = false
