package joint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
)

// The systems, by their names in config.json.
const (
	UniKeyphrase = "unikeyphrase" // extracts present keyphrases, writes absent ones as a sequence (Wu et al., Findings of ACL 2021)
	PromptKP     = "promptkp"     // extracts present keyphrases, completes absent ones from keywords (Wu et al., AAAI 2022)
	TagsOnly     = "tagger"       // only extracts present keyphrases; its model keeps the head that writes words, untrained
)

// Config is the shape of the network, config.json of a model folder.
type Config struct {
	System    string      `json:"system"`
	PhraseLen int         `json:"phrase_len"` // L
	Relations int         `json:"relation_layers,omitempty"`
	Dropout   float64     `json:"dropout"` // share of elements set to 0 in training, in [0, 1)
	Mask      int32       `json:"mask_id"` // id of [MASK]
	Encoder   bert.Config `json:"encoder"` // its word pieces are the vocabulary
}

// Relations is the number of relation layers of UniKeyphrase, as in the authors' released code.
const Relations = 2

// MaskPiece is the name in the vocabulary of the piece that masks a piece to predict.
const MaskPiece = "[MASK]"

// Limits of what a config file may claim.
const (
	mostPhrase    = 1 << 16
	mostRelations = 1000
)

// Check reports what is wrong with c.
func (c Config) Check() error {
	var errs []error
	if c.System != UniKeyphrase && c.System != PromptKP && c.System != TagsOnly {
		errs = append(errs, fmt.Errorf("system is %q, want %s, %s or %s", c.System, UniKeyphrase, PromptKP, TagsOnly))
	}
	if most := mostRelations; c.Relations < 0 || c.Relations > most || c.Relations > 0 && c.System != UniKeyphrase {
		errs = append(errs, fmt.Errorf("relation_layers is %d, want 0 to %d, and 0 for systems other than %s", c.Relations, most, UniKeyphrase))
	}
	if c.PhraseLen < 2 || c.PhraseLen > mostPhrase {
		errs = append(errs, fmt.Errorf("phrase_len is %d, want 2 to %d", c.PhraseLen, mostPhrase))
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		errs = append(errs, fmt.Errorf("dropout is %v, want [0, 1)", c.Dropout))
	}
	if err := c.Encoder.Check(); err != nil {
		errs = append(errs, fmt.Errorf("encoder: %w", err))
	} else if c.Mask < 0 || int(c.Mask) >= c.Encoder.Vocab {
		errs = append(errs, fmt.Errorf("mask_id is %d, want an id of the vocabulary of %d pieces", c.Mask, c.Encoder.Vocab))
	} else if c.Encoder.Types < 2 {
		errs = append(errs, fmt.Errorf("the encoder has %d token types, want 2", c.Encoder.Types))
	} else if least := c.tail() + leastText; c.Encoder.Positions < least {
		errs = append(errs, fmt.Errorf("the encoder reads %d pieces, want at least %d for a phrase_len of %d", c.Encoder.Positions, least, c.PhraseLen))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("joint: config: %w", err)
	}
	return nil
}

// leastText is the length of the shortest document: [CLS], a piece, [SEP].
const leastText = 3

// prompts is the number of prompts that fit in a tail if their keywords have one piece each.
const prompts = 10

// masks returns the number of masks on each side of a keyword.
func (c Config) masks() int { return c.PhraseLen / 2 }

// tail returns the largest number of pieces of a tail.
func (c Config) tail() int {
	switch c.System {
	case UniKeyphrase:
		return c.PhraseLen
	case TagsOnly:
		return 0
	}
	return prompts * (2*c.masks() + 2)
}

// text cuts a document so that there is room for a tail. It keeps the last piece, [SEP].
func (c Config) text(source []int32) []int32 {
	n := min(len(source), c.Encoder.Positions-c.tail())
	return append(source[:n-1:n-1], source[len(source)-1])
}

// WriteConfig writes c as config.json.
func (c Config) WriteConfig(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(c)
}

// ReadConfig reads and checks what WriteConfig wrote. It ignores unknown keys, which other programs may have added.
func ReadConfig(r io.Reader) (Config, error) {
	var c Config
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return Config{}, fmt.Errorf("joint: config: %w", err)
	}
	return c, c.Check()
}
