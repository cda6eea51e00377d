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
	Vocab         int     `json:"vocab_size"`     // V, specials counted
	Slots         int     `json:"slots"`          // N
	PhraseLen     int     `json:"phrase_len"`     // L, <eos> counted
	Width         int     `json:"d_model"`        // D
	Heads         int     `json:"heads"`          // H, divides D
	FF            int     `json:"ff"`             // width inside the feed-forward sub-layers
	EncoderLayers int     `json:"encoder_layers"` // at least 1
	DecoderLayers int     `json:"decoder_layers"` // at least 1
	Dropout       float64 `json:"dropout"`        // share of elements set to 0 in training, in [0, 1)

	Tied bool `json:"tied_embeddings,omitempty"` // the vectors of words are also the weights of the vocabulary

	// The names of other systems and bodies than this package's, which Make and ReadWith are for; empty: a set of slots, a Transformer.
	System  string `json:"system,omitempty"`
	Network string `json:"network,omitempty"`

	// Encoder, if it is not zero, is BERT's encoder, which then stands in the place of ours. Its pieces are the words of the
	// vocabulary, its width is D and its layers are EncoderLayers; Heads and FF are the decoder's alone.
	Encoder bert.Config `json:"encoder,omitzero"`
}

// MaxSource is the most tokens a document may have: the table of positions holds 3000, of which the first is not used. With
// BERT's encoder it is as many as that has positions for.
const MaxSource = phrase.MaxTokens

// Pretrained tells whether the encoder is BERT's.
func (c Config) Pretrained() bool { return c.Encoder != bert.Config{} }

// On is c with that encoder of BERT's.
func (c Config) On(encoder bert.Config) Config {
	c.Encoder, c.EncoderLayers = encoder, encoder.Layers
	return c
}

// maxSource is the most tokens of a document.
func (c Config) maxSource() int {
	if c.Pretrained() {
		return c.Encoder.Positions
	}
	return MaxSource
}

const positionRows = MaxSource + 1

// Bounds on what a config file may claim.
const (
	mostWide   = 1 << 24
	mostLayers = 1000
)

// Check says what is wrong with c as a Transformer, nil if nothing.
func (c Config) Check() error { return c.CheckWith(c.checkTransformer()) }

// CheckWith says what is wrong with all in c that is no body's own, beside what a body has to say; nil if nothing is.
func (c Config) CheckWith(body error) error {
	errs := []error{
		between("vocab_size", c.Vocab, int(text.Null)+1, mostWide),
		between("slots", c.Slots, 1, mostWide),
		between("phrase_len", c.PhraseLen, 1, positionRows-1),
		between("d_model", c.Width, 1, mostWide),
		between("encoder_layers", c.EncoderLayers, 1, mostLayers),
		body,
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		errs = append(errs, fmt.Errorf("dropout is %v, it must lie in [0, 1)", c.Dropout))
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
		return fmt.Errorf("%s is %d, at least %d is needed", name, v, least)
	}
	if v > most {
		return fmt.Errorf("%s is %d, at most %d is possible", name, v, most)
	}
	return nil
}

// checkEncoder says what is wrong with BERT's encoder, or where it does not go with the rest.
func (c Config) checkEncoder() error {
	if err := c.Encoder.Check(); err != nil {
		return fmt.Errorf("encoder: %w", err)
	}
	var errs []error
	same := func(name string, v int, of string, want int) {
		if v != want {
			errs = append(errs, fmt.Errorf("%s is %d, and %s of the encoder %d", name, v, of, want))
		}
	}
	same("vocab_size", c.Vocab, "vocab_size", c.Encoder.Vocab)
	same("d_model", c.Width, "hidden_size", c.Encoder.Width)
	same("encoder_layers", c.EncoderLayers, "num_hidden_layers", c.Encoder.Layers)
	return errors.Join(errs...)
}

// WriteConfig writes c as config.json.
func (c Config) WriteConfig(w io.Writer) error {
	b, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// ReadConfig reads what WriteConfig wrote, unchecked. Keys it does not know are passed over: others may have added theirs.
func ReadConfig(r io.Reader) (Config, error) {
	var c Config
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	return c, nil
}
