//go:build !amd64 || purego

package reuse

// Arithmetic names the builds whose rows are equal to the byte: those of amd64, or all others.
const Arithmetic = "plain"
