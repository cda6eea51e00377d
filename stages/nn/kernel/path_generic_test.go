//go:build !amd64 || purego

package kernel

import "testing"

func onPaths(t *testing.T, f func(t *testing.T)) { f(t) }

func vectorBits(t *testing.T, _ string, _ func() [][]float32) { t.Skip("no vector instructions") }
