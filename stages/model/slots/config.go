package slots

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// Config is the shape of the network, config.json of a model folder.
type Config struct {
	Vocab         int     `json:"vocab_size"`     // V, special tokens included
	Slots         int     `json:"slots"`          // N
	PhraseLen     int     `json:"phrase_len"`     // L, <eos> included
	Width         int     `json:"d_model"`        // D
	Heads         int     `json:"heads"`          // H, divides D
	FF            int     `json:"ff"`             // inner width of the feed-forward sub-layers
	EncoderLayers int     `json:"encoder_layers"` // at least 1
	DecoderLayers int     `json:"decoder_layers"` // at least 1
	Dropout       float64 `json:"dropout"`        // share of elements set to 0 in training, in [0, 1)

	Tied bool `json:"tied_embeddings,omitempty"` // the word embeddings are also the weights of the output layer

	// System names a system of package sequence, "" slots, and Network a body other than the Transformer; see GRU.
	System  string `json:"system,omitempty"`
	Network string `json:"network,omitempty"`

	// Encoder, if not zero, is a BERT encoder that replaces the Transformer's own. Its word pieces are the vocabulary, its
	// width is D, and it has EncoderLayers layers. Heads and FF then concern the decoder only.
	Encoder bert.Config `json:"encoder,omitzero"`
}

// MaxSource is the largest number of tokens of a document without a BERT encoder: the table of positions has 3000 rows, and
// documents do not use row 0.
const MaxSource = phrase.MaxTokens

// Pretrained reports whether the encoder is BERT's.
func (c Config) Pretrained() bool { return c.Encoder != bert.Config{} }

// Words returns the size of the vocabulary, and the encoder whose word pieces it has, zero without one.
func (c Config) Words() (size int, encoder bert.Config) { return c.Vocab, c.Encoder }

// On returns c with that BERT encoder.
func (c Config) On(encoder bert.Config) Config {
	c.Encoder, c.EncoderLayers = encoder, encoder.Layers
	return c
}

// maxSource returns the largest number of tokens of a document.
func (c Config) maxSource() int {
	if c.Pretrained() {
		return c.Encoder.Positions
	}
	return MaxSource
}

const positionRows = MaxSource + 1

// Limits of what a config file may claim.
const (
	mostWide   = 1 << 24
	mostLayers = 1000
)

// Check reports what is wrong with c.
func (c Config) Check() error {
	own, err := bodyOf[float32](c)
	if err == nil {
		err = own.Check(c)
	}
	errs := []error{
		between("vocab_size", c.Vocab, int(text.Null)+1, mostWide),
		between("slots", c.Slots, 1, mostWide),
		between("phrase_len", c.PhraseLen, 1, positionRows-1),
		between("d_model", c.Width, 1, mostWide),
		between("encoder_layers", c.EncoderLayers, 1, mostLayers),
		err,
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		errs = append(errs, fmt.Errorf("dropout is %v, want [0, 1)", c.Dropout))
	}
	if c.Pretrained() {
		errs = append(errs, c.checkEncoder())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

func between(name string, v, least, most int) error {
	if v < least {
		return fmt.Errorf("%s is %d, want at least %d", name, v, least)
	}
	if v > most {
		return fmt.Errorf("%s is %d, want at most %d", name, v, most)
	}
	return nil
}

// checkEncoder reports what is wrong with the BERT encoder, and where it disagrees with the rest of c.
func (c Config) checkEncoder() error {
	if err := c.Encoder.Check(); err != nil {
		return fmt.Errorf("encoder: %w", err)
	}
	var errs []error
	same := func(name string, v int, of string, want int) {
		if v != want {
			errs = append(errs, fmt.Errorf("%s is %d, want %d, the %s of the encoder", name, v, want, of))
		}
	}
	same("vocab_size", c.Vocab, "vocab_size", c.Encoder.Vocab)
	same("d_model", c.Width, "hidden_size", c.Encoder.Width)
	same("encoder_layers", c.EncoderLayers, "num_hidden_layers", c.Encoder.Layers)
	return errors.Join(errs...)
}

// WriteConfig writes c as config.json.
func (c Config) WriteConfig(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(c)
}

// ReadConfig reads what WriteConfig wrote, without checking it. It ignores unknown keys, which other programs may have added.
func ReadConfig(r io.Reader) (Config, error) {
	var c Config
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	return c, nil
}
