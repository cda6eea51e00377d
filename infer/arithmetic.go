//go:build !amd64 || purego

package main

// arithmetic names the builds whose rows are equal to the byte: those of amd64, or all others.
const arithmetic = "plain"
