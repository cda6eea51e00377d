package bert

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// fails compares the error of loading dir, a *schemas.FileError, with the text without the folder's name.
func fails(t *testing.T, dir, want string) {
	t.Helper()
	_, err := Load[float32](dir)
	var file *schemas.FileError
	if !errors.As(err, &file) {
		t.Errorf("%v is not a *schemas.FileError, want %s", err, want)
		return
	}
	if got := strings.ReplaceAll(err.Error(), dir+"/", ""); got != want+"; "+remedy {
		t.Errorf("error %q, want %q", got, want)
	}
}

func TestConfigErrors(t *testing.T) {
	g := readGolden(t)
	good := string(g.Config)
	for _, c := range []struct{ old, new, want string }{
		{`"model_type":"bert"`, `"model_type":"roberta"`, "model_type is roberta, only bert is supported"},
		{`"hidden_act":"gelu"`, `"hidden_act":"gelu_new"`, "hidden_act is gelu_new, only gelu is supported"},
		{`"vocab_size":16`, `"vocab_size":0`, "vocab_size is 0, want 1 to 16777216\npad_token_id is 0, want 0 to -1"},
		{`"hidden_size":20`, `"hidden_size":21`, "num_attention_heads is 2, want a divisor of hidden_size, 21"},
		{`"hidden_size":20`, `"hidden_size":99999999`, "hidden_size is 99999999, want 1 to 16777216\nnum_attention_heads is 2, want a divisor of hidden_size, 99999999"},
		{`"num_hidden_layers":2`, `"num_hidden_layers":1001`, "num_hidden_layers is 1001, want 1 to 1000"},
		{`"num_attention_heads":2`, `"num_attention_heads":0`, "num_attention_heads is 0, want 1 to 16777216"},
		{`"intermediate_size":28`, `"intermediate_size":-1`, "intermediate_size is -1, want 1 to 16777216"},
		{`"max_position_embeddings":8`, `"max_position_embeddings":0`, "max_position_embeddings is 0, want 1 to 16777216"},
		{`"type_vocab_size":2`, `"type_vocab_size":0`, "type_vocab_size is 0, want 1 to 16777216"},
		{`"layer_norm_eps":1e-12`, `"layer_norm_eps":0`, "layer_norm_eps is 0, want (0, 1)"},
		{`"layer_norm_eps":1e-12`, `"layer_norm_eps":1`, "layer_norm_eps is 1, want (0, 1)"},
		{`"pad_token_id":0`, `"pad_token_id":16`, "pad_token_id is 16, want 0 to 15"},
		{`"pad_token_id":0`, `"position_embedding_type":"relative_key"`, "position_embedding_type is relative_key, only absolute is supported"},
		{`"pad_token_id":0`, `"is_decoder":true`, "is_decoder is true, only false is supported"},
		{`"pad_token_id":0`, `"add_cross_attention":true`, "add_cross_attention is true, only false is supported"},
		{`"pad_token_id":0`, `"pad_token_id":0,}`, "not a BERT configuration: invalid character '}' looking for beginning of object key string"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("no %s in %s", c.old, good)
		}
		fails(t, folderOf(t, []byte(strings.Replace(good, c.old, c.new, 1)), nil), "config.json: "+c.want)
	}
	dir := folderOf(t, []byte(strings.Replace(good, `"pad_token_id":0`, `"position_embedding_type":"absolute"`, 1)), tensors(g.shape(t)))
	if _, err := Load[float32](dir); err != nil {
		t.Error(err)
	}
}

func TestLoadErrors(t *testing.T) {
	g := readGolden(t)
	all := func() []schemas.Tensor { return tensors(g.shape(t)) }
	const gain = "encoder.layer.1.output.LayerNorm.weight"
	at := slices.IndexFunc(all(), func(x schemas.Tensor) bool { return x.Name == gain })

	fails(t, folderOf(t, g.Config, slices.Delete(all(), at, at+1)), "model.safetensors: the model has no tensor "+gain)

	wrong := all()
	wrong[at].Shape = []int{4, 5}
	fails(t, folderOf(t, g.Config, wrong), "model.safetensors: tensor "+gain+": shape [4 5], want [20] by config.json")

	whole := all()
	whole[at].Data = make([]int64, 20)
	fails(t, folderOf(t, g.Config, whole), "model.safetensors: tensor "+gain+": not the expected schema: it holds []int64, not []float32")

	dir := folderOf(t, g.Config, all())
	if err := os.Truncate(filepath.Join(dir, TensorsFile), 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := Load[float32](dir); !errors.Is(err, schemas.ErrDamaged) || !strings.HasSuffix(err.Error(), remedy) {
		t.Errorf("a file cut short: %v", err)
	}
	for _, name := range []string{TensorsFile, ConfigFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		fails(t, dir, name+": there is no such file")
	}
}

// Load also finds an encoder inside a larger network.
func TestPrefix(t *testing.T) {
	g := readGolden(t)
	ts := tensors(g.shape(t))
	for i := range ts {
		ts[i].Name = prefix + ts[i].Name
	}
	ts = append(ts, schemas.Tensor{Name: "cls.predictions.bias", Shape: []int{16}, Data: make([]float32, 16)})
	got, want := load[float64](t, folderOf(t, g.Config, ts)), tiny[float64](t, g)
	for i, p := range got.Params() {
		same(t, p.Name, p.Weights, want.Params()[i].Weights)
	}
	if e := got.Embedding(); e.Param != got.Params()[0] || e.Padding != 0 {
		t.Errorf("the embedding is %s with padding %d", e.Name, e.Padding)
	}
}
