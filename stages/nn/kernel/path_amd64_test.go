//go:build amd64 && !purego

package kernel

import (
	"fmt"
	"testing"
)

// paths are those that this machine can run.
func paths() []isa {
	all := []isa{plain, avx2, avx512}
	return all[:int(detect())+1]
}

// force makes the kernels take path p until the returned function is called.
func force(p isa) (restore func()) {
	old := path
	path = p
	return func() { path = old }
}

// onPaths runs f on every path of this machine.
func onPaths(t *testing.T, f func(t *testing.T)) {
	for _, p := range paths() {
		t.Run(p.String(), func(t *testing.T) {
			defer force(p)()
			f(t)
		})
	}
}

// vectorBits fails unless f gives the same bits on AVX2 and AVX-512.
func vectorBits(t *testing.T, what string, f func() [][]float32) {
	t.Helper()
	if detect() != avx512 {
		t.Skip("needs AVX-512")
	}
	restore := force(avx2)
	want := f()
	restore()
	for i, got := range f() {
		same(t, fmt.Sprintf("%s, output %d, AVX-512 against AVX2", what, i), got, want[i])
	}
}
