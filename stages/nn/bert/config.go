package bert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Config is the shape of the network, config.json of a model folder. Fields with one value in their comment admit no other.
type Config struct {
	ModelType      string  `json:"model_type"`              // bert
	Vocab          int     `json:"vocab_size"`              // V
	Width          int     `json:"hidden_size"`             // D
	Layers         int     `json:"num_hidden_layers"`       // at least 1
	Heads          int     `json:"num_attention_heads"`     // H, divides D
	FF             int     `json:"intermediate_size"`       // width inside the feed-forward sub-layers
	Activation     string  `json:"hidden_act"`              // gelu, the exact form
	Positions      int     `json:"max_position_embeddings"` // largest number of pieces of a document, with [CLS] and [SEP]
	Types          int     `json:"type_vocab_size"`         // kinds of texts: 2, the first and the second
	Epsilon        float64 `json:"layer_norm_eps"`          // added to the variance in norms
	Pad            int32   `json:"pad_token_id"`            // the piece whose vector is never trained
	PositionKind   string  `json:"position_embedding_type"` // absolute, also if missing
	Decoder        bool    `json:"is_decoder"`              // false
	CrossAttention bool    `json:"add_cross_attention"`     // false
}

// Limits on the numbers in a config file: the size of no tensor overflows.
const (
	mostWide   = 1 << 24
	mostLayers = 1000
)

// Check returns an error that lists everything wrong with c, or nil.
func (c Config) Check() error {
	var errs []error
	between := func(name string, v, least, most int) {
		if v < least || v > most {
			errs = append(errs, fmt.Errorf("%s is %d, want %d to %d", name, v, least, most))
		}
	}
	only := func(name string, v, want any) {
		if v != want {
			errs = append(errs, fmt.Errorf("%s is %v, only %v is supported", name, v, want))
		}
	}
	only("model_type", c.ModelType, "bert")
	only("hidden_act", c.Activation, "gelu")
	if c.PositionKind != "" {
		only("position_embedding_type", c.PositionKind, "absolute")
	}
	only("is_decoder", c.Decoder, false)
	only("add_cross_attention", c.CrossAttention, false)
	between("vocab_size", c.Vocab, 1, mostWide)
	between("hidden_size", c.Width, 1, mostWide)
	between("num_hidden_layers", c.Layers, 1, mostLayers)
	between("num_attention_heads", c.Heads, 1, mostWide)
	between("intermediate_size", c.FF, 1, mostWide)
	between("max_position_embeddings", c.Positions, 1, mostWide)
	between("type_vocab_size", c.Types, 1, mostWide)
	between("pad_token_id", int(c.Pad), 0, c.Vocab-1)
	if c.Heads > 0 && c.Width%c.Heads != 0 {
		errs = append(errs, fmt.Errorf("num_attention_heads is %d, want a divisor of hidden_size, %d", c.Heads, c.Width))
	}
	if !(c.Epsilon > 0 && c.Epsilon < 1) {
		errs = append(errs, fmt.Errorf("layer_norm_eps is %v, want (0, 1)", c.Epsilon))
	}
	return errors.Join(errs...)
}

// ReadConfig reads config.json. It ignores keys that do not concern the shape.
func ReadConfig(r io.Reader) (Config, error) {
	var c Config
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return Config{}, fmt.Errorf("not a BERT configuration: %w", err)
	}
	return c, c.Check()
}
