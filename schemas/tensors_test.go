package schemas

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

func tensors() []Tensor {
	big := make([]float32, 20000)
	for i := range big {
		big[i] = float32(i) / 3
	}
	return []Tensor{
		{"z.weight", []int{2, 3}, []float32{1, 2, 3, -4, float32(math.Inf(1)), 6}},
		{"a", []int{}, []float64{math.Pi}},
		{"empty", []int{0, 7}, []int64{}},
		{"ids", []int{3}, []int64{math.MinInt64, 0, math.MaxInt64}},
		{"short", []int{2}, []int32{-1, 1}},
		{"mask \"é\"", []int{5}, []uint8{0, 1, 2, 3, 255}},
		{"half", []int{3, 1}, []Float16{0x3c00, 0x8001, 0x7bff}},
		{"brain", []int{2}, []BFloat16{0x3f80, 0xc020}},
		{"whole", []int{2, 2}, []int8{-128, -1, 0, 127}},
		{"big", []int{100, 200}, big},
	}
}

func writeTensors(t testing.TB, ts []Tensor) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTensors(&b, map[string]string{"step": "12", "b": "x"}, ts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTensors(t *testing.T) {
	data := writeTensors(t, tensors())
	if !bytes.Equal(data, writeTensors(t, tensors())) {
		t.Error("written twice, the bytes differ")
	}
	f, err := OpenTensors(writeFile(t, "t.safetensors", data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.data%8 != 0 {
		t.Errorf("data begin at %d", f.data)
	}
	if v, ok := f.Metadata("step"); !ok || v != "12" {
		t.Errorf("metadata %q", v)
	}
	for i, want := range tensors() {
		got, err := f.Tensor(want.Name)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v %v, want %v", err, got.Name, want.Name)
		}
		if f.Names()[i] != want.Name && want.Name != "empty" {
			t.Logf("order %v", f.Names())
		}
	}
	if _, _, err := f.Float32("ids"); !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), "tensor ids") {
		t.Errorf("%v", err)
	}
	if _, err := f.Tensor("none"); !errors.Is(err, ErrSchema) {
		t.Errorf("%v", err)
	}
}

func TestTensorsRefused(t *testing.T) {
	for _, ts := range [][]Tensor{
		{{"a", []int{2}, []float32{1}}},
		{{"a", []int{-1, -1}, []float32{1}}},
		{{"a", []int{1}, []string{"x"}}},
		{{"a", []int{1}, []uint8{1}}, {"a", []int{1}, []uint8{1}}},
		{{tensorMeta, []int{1}, []uint8{1}}},
	} {
		if err := WriteTensors(&bytes.Buffer{}, nil, ts); err == nil {
			t.Errorf("%v was written", ts)
		}
	}
	for _, header := range []string{
		`{`, `[]`, `{"a":1}`, `{"a":{"dtype":"F8_E4M3","shape":[0],"data_offsets":[0,0]}}`,
		`{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,2]}}`,
		`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`,
		`{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`,
		`{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}}`,
		`{"a":{"dtype":"U8","shape":[-1],"data_offsets":[1,0]}}`,
		`{"__metadata__":{"wrone2set.version":"9"}}`,
	} {
		data := append([]byte{byte(len(header)), 0, 0, 0, 0, 0, 0, 0}, header...)
		_, err := OpenTensors(writeFile(t, "t.safetensors", data))
		var file *FileError
		if !errors.As(err, &file) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v", header, err)
		}
	}
}

// TestReferenceTensors opens every tensor of every file of the reference kit.
func TestReferenceTensors(t *testing.T) {
	for _, pattern := range []string{"model/*/*.safetensors", "model/*/*/*.safetensors", "preprocess/*.safetensors", "units/*.safetensors"} {
		for _, path := range parity.Files(t, pattern) {
			f, err := OpenTensors(path)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, name := range f.Names() {
				if _, err := f.Tensor(name); err != nil {
					t.Error(err)
				}
			}
			f.Close()
		}
	}
}
