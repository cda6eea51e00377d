package schemas

import (
	"bytes"
	"io"
	"testing"
)

// BenchmarkTensorFile reads 128 MiB of weights from a file in the cache of the system, and writes them.
func BenchmarkTensorFile(b *testing.B) {
	var all []Tensor
	for _, name := range []string{"a", "b", "c", "d"} {
		all = append(all, Tensor{Name: name, Shape: []int{8 << 20}, Data: make([]float32, 8<<20)})
	}
	var file bytes.Buffer
	if err := WriteTensors(&file, nil, all); err != nil {
		b.Fatal(err)
	}
	size := int64(file.Len())
	path := writeFile(b, "t.safetensors", file.Bytes())
	read := func() error {
		f, err := OpenTensors(path)
		if err != nil {
			return err
		}
		defer f.Close()
		for _, name := range f.Names() {
			if _, err := f.Tensor(name); err != nil {
				return err
			}
		}
		return nil
	}
	for _, way := range []struct {
		name string
		do   func() error
	}{{"tensors", read}, {"write", func() error { return WriteTensors(io.Discard, nil, all) }}} {
		b.Run(way.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				if err := way.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
