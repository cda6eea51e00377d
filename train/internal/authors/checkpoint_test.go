package authors

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// shape is that of the checkpoints here.
var shape = slots.Config{Vocab: 9, Slots: 4, PhraseLen: 6, Width: 4, Heads: 2, FF: 8, EncoderLayers: 2, DecoderLayers: 1}

// state returns the tensors of a state_dict, with both names of embeddings and position table.
func state(t *testing.T) []schemas.Tensor {
	t.Helper()
	m, err := slots.New[float32](shape, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := m.Tensors()
	embedding := all[slices.IndexFunc(all, func(t schemas.Tensor) bool { return t.Name == words })]
	embedding.Name = wordsAgain
	table := schemas.Tensor{Name: places, Shape: []int{30, shape.Width}, Data: op.Positions[float32](30, shape.Width)}
	again := table
	again.Name = placesAgain
	return append(all, embedding, table, again)
}

// saved writes tensors as a safetensors file of another program.
func saved(t *testing.T, all []schemas.Tensor) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "checkpoint.safetensors")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(schemas.WriteTensors(f, nil, all), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// network reads the network of a checkpoint.
func network(path string, heads int) (*slots.Model[float32], error) {
	c, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	s, err := c.Config(slots.Config{Heads: heads, PhraseLen: 6})
	if err != nil {
		return nil, err
	}
	return c.Network(s)
}

// TestNetwork: every weight comes from the tensor of its name, whatever the prefix, whatever the type of its numbers, and whichever
// names are left of tensors that have two.
func TestNetwork(t *testing.T) {
	plain := state(t)
	for what, change := range map[string]func(int, *schemas.Tensor) (keep bool){
		"as saved": func(int, *schemas.Tensor) bool { return true },
		"parallel": func(_ int, t *schemas.Tensor) bool { t.Name = "module." + t.Name; return true },
		"once": func(_ int, t *schemas.Tensor) bool {
			return t.Name != wordsAgain && t.Name != places && t.Name != placesAgain
		},
		"as save_model leaves it": func(_ int, t *schemas.Tensor) bool { return t.Name != words && t.Name != places },
		"64 bits": func(_ int, t *schemas.Tensor) bool {
			var x []float64
			for _, v := range t.Data.([]float32) {
				x = append(x, float64(v))
			}
			t.Data = x
			return true
		},
	} {
		var all []schemas.Tensor
		for i, tensor := range plain {
			if change(i, &tensor) {
				all = append(all, tensor)
			}
		}
		m, err := network(saved(t, all), 2)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if m.Config != shape {
			t.Errorf("%s: shape %+v, want %+v", what, m.Config, shape)
		}
		for i, p := range m.Tensors() {
			if p.Name != plain[i].Name || !slices.Equal(p.Data.([]float32), plain[i].Data.([]float32)) {
				t.Errorf("%s: tensor %s differs", what, p.Name)
			}
		}
	}
}

// TestNetworkRounded: numbers of 16 bits become the same ones in 32, and position tables may be rounded so.
func TestNetworkRounded(t *testing.T) {
	all := state(t)
	for i, tensor := range all {
		half, brain := []schemas.Float16{}, []schemas.BFloat16{}
		for _, v := range tensor.Data.([]float32) {
			half, brain = append(half, schemas.NewFloat16(v)), append(brain, schemas.BFloat16(math.Float32bits(v)>>16))
		}
		if all[i].Data = half; strings.Contains(tensor.Name, "embed") {
			all[i].Data = brain
		}
	}
	m, err := network(saved(t, all), 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range m.Params() {
		for k, v := range p.Weights {
			want := float32(0)
			switch x := all[i].Data.(type) {
			case []schemas.Float16:
				want = x[k].Float32()
			case []schemas.BFloat16:
				want = x[k].Float32()
			}
			if v != want {
				t.Fatalf("%s: number %d is %v, want %v", p.Name, k, v, want)
			}
		}
	}
}

// TestNetworkRefused: a checkpoint of which a tensor is missing, unknown, of another shape or not what One2Set has is an error that
// names the tensors, and no memory is taken for what only its names claim.
func TestNetworkRefused(t *testing.T) {
	drop := func(names ...string) func([]schemas.Tensor) []schemas.Tensor {
		return func(all []schemas.Tensor) []schemas.Tensor {
			return slices.DeleteFunc(all, func(t schemas.Tensor) bool { return slices.Contains(names, t.Name) })
		}
	}
	set := func(name string, at int, v float32) func([]schemas.Tensor) []schemas.Tensor {
		return func(all []schemas.Tensor) []schemas.Tensor {
			for i, t := range all {
				if t.Name == name {
					x := slices.Clone(t.Data.([]float32))
					x[at] = v
					all[i].Data = x
				}
			}
			return all
		}
	}
	add := func(tensors ...schemas.Tensor) func([]schemas.Tensor) []schemas.Tensor {
		return func(all []schemas.Tensor) []schemas.Tensor { return append(all, tensors...) }
	}
	var deep []schemas.Tensor
	for i := 2; i < 900; i++ {
		deep = append(deep, schemas.Tensor{Name: fmt.Sprintf("encoder.layer_stacks.%d.ffn.0.weight", i), Shape: []int{8, 4}, Data: make([]float32, 32)})
	}
	norm := "decoder.layer_norm.bias"
	for what, c := range map[string]struct {
		change func([]schemas.Tensor) []schemas.Tensor
		heads  int
		want   []string
	}{
		"missing": {drop("decoder.p_gen_linear.bias", norm), 2, []string{"it lacks decoder.layer_norm.bias, decoder.p_gen_linear.bias;", "-copy_attention"}},
		"surplus": {add(schemas.Tensor{Name: "decoder.extra", Shape: []int{1}, Data: []float32{1}}), 2, []string{"it has decoder.extra"}},
		"both":    {func(a []schemas.Tensor) []schemas.Tensor { a[len(a)-1].Name = "z"; return drop(norm)(a) }, 2, []string{"it lacks " + norm + "; it has z"}},
		"another shape": {func(a []schemas.Tensor) []schemas.Tensor {
			return append(drop(norm)(a), schemas.Tensor{Name: norm, Shape: []int{5}, Data: make([]float32, 5)})
		}, 2, []string{norm + " [5], want [4]"}},
		"no slots":      {drop(control), 2, []string{"no matrix " + control, "-fix_kp_num_len"}},
		"no words":      {drop(words, wordsAgain), 2, []string{"no matrix " + words}},
		"heads":         {drop(), 3, []string{"heads is 3", "--heads"}},
		"infinite":      {set(norm, 2, float32(math.Inf(1))), 2, []string{norm + ": number 3 is +Inf"}},
		"places":        {set(placesAgain, 41, .5), 2, []string{placesAgain, "sinusoids"}},
		"place 0":       {set(places, 1, 1), 2, []string{places, "zeros for position 0"}},
		"other words":   {set(wordsAgain, 35, 9), 2, []string{wordsAgain}},
		"places' shape": {func(a []schemas.Tensor) []schemas.Tensor { a[len(a)-1].Shape = []int{40, 3}; return a }, 2, []string{placesAgain + " [40 3]"}},
		"claims layers": {add(deep...), 2, []string{"it lacks encoder.layer_stacks.10.", "more"}},
		"whole numbers": {func(a []schemas.Tensor) []schemas.Tensor {
			return append(drop(norm)(a), schemas.Tensor{Name: norm, Shape: []int{4}, Data: make([]int32, 4)})
		}, 2, []string{norm, "whole numbers"}},
		"odd slots": {func(a []schemas.Tensor) []schemas.Tensor {
			return append(drop(control)(a), schemas.Tensor{Name: control, Shape: []int{3, 4}, Data: make([]float32, 12)})
		}, 2, []string{"3 rows"}},
		"module in part": {add(schemas.Tensor{Name: "module.x", Shape: []int{1}, Data: []float32{1}}), 2, []string{"it has module.x"}},
	} {
		_, err := network(saved(t, c.change(state(t))), c.heads)
		if file := (*schemas.FileError)(nil); !errors.As(err, &file) || file.Remedy == "" {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q in it", what, err, want)
			}
		}
	}
}

// archive changes the records of a file of torch.save; change returns nil to drop one.
func archive(t *testing.T, from string, change func(name string, content []byte) []byte) string {
	t.Helper()
	r, err := zip.OpenReader(from)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if content = change(f.Name, content); content == nil {
			continue
		}
		out, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(content)
	}
	w.Close()
	path := filepath.Join(t.TempDir(), "checkpoint.pt")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const made = "../../testdata/authors/"

// TestTorchDamaged: a file of torch.save that is cut off or changed in any byte of a weight, or whose pickle claims what the file does
// not have, is an error, and nothing panics.
func TestTorchDamaged(t *testing.T) {
	replaced := func(old, new string) func(string, []byte) []byte {
		return func(name string, b []byte) []byte {
			if !strings.HasSuffix(name, "data.pkl") {
				return b
			}
			if !bytes.Contains(b, []byte(old)) {
				t.Fatalf("no %q in the pickle", old)
			}
			return bytes.Replace(b, []byte(old), []byte(new), 1)
		}
	}
	for want, change := range map[string]func(string, []byte) []byte{
		`the storage "2" is missing`: func(name string, b []byte) []byte {
			if strings.HasSuffix(name, "/data/2") {
				return nil
			}
			return b
		},
		`the storage "2" has 60 bytes, not 64`: func(name string, b []byte) []byte {
			if strings.HasSuffix(name, "/data/2") {
				return b[:len(b)-4]
			}
			return b
		},
		"an object of torch.QInt8Storage":            replaced("torch\nFloatStorage", "torch\nQInt8Storage"),
		"2147483647 numbers of 4 bytes in a file of": replaced("K`t", "J\xff\xff\xff\x7ft"), // 24 words of 4
		"a tensor that PyTorch does not write so":    replaced("K\x18K\x04\x86", "J\xff\xff\xff\x7fK\x04\x86"),
		"tensor that PyTorch does not write so":      replaced("K\x18K\x04\x86", "J\xff\xff\xff\xffK\x04\x86"),
		"not in order: save it after .contiguous()":  replaced("K\x04K\x01\x86", "K\x01K\x18\x86"),
		"ends early": func(name string, b []byte) []byte { return b[:len(b)*9/10] },
	} {
		path := archive(t, made+"one2set.pt", change)
		if _, err := network(path, 2); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, name := range []string{"one2set.pt", "older.pt"} {
		whole, err := os.ReadFile(made + name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		for n := 0; n < len(whole); n += 1 + len(whole)/70 {
			if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := network(path, 2); err == nil {
				t.Errorf("the first %d bytes of %s are read as a checkpoint", n, name)
			}
		}
	}
	// A byte of the first storage, behind its pickle: the checksum of the archive tells.
	whole, _ := os.ReadFile(made + "one2set.pt")
	at := bytes.LastIndex(whole, []byte("PK\x03\x04")) - 20
	whole[at]++
	path := filepath.Join(t.TempDir(), "flipped.pt")
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := network(path, 2); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("a changed weight: %v", err)
	}
}

// TestTorchByteOrder: numbers of a big-endian machine are refused.
func TestTorchByteOrder(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	out, err := w.Create("x/byteorder")
	if err != nil {
		t.Fatal(err)
	}
	out.Write([]byte("big"))
	w.Close()
	path := filepath.Join(t.TempDir(), "big.pt")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "big-endian") {
		t.Error(err)
	}
}
