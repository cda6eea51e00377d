package label

import (
	"testing"

	"github.com/wrone2set/wrone2set/infer/pretrained"
)

// BenchmarkRead reads the built-in model.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := Read(builtIn(pretrained.Model())); err != nil {
			b.Fatal(err)
		}
	}
}
