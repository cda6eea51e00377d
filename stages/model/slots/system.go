package slots

import (
	"errors"
	"fmt"

	"wrone2set/stages/data/text"
)

// System is what a network was trained to write, and so how it is asked. All systems but the last two are this one network
// with the same parameters; those but OneToSet have one slot, and no use for ∅.
type System string

// The systems. A model folder that names none is of OneToSet: those of the first versions do not.
const (
	// OneToSet writes one keyphrase, or ∅, a slot (Ye et al., ACL 2021).
	OneToSet System = ""
	// CatSeq writes all keyphrases of a document behind one another (One2Seq: Yuan et al., ACL 2020; with this Transformer,
	// Ye et al., ACL 2021): the present ones parted by <sep>, <peos>, the absent ones parted by <sep>, <eos>.
	CatSeq System = "catseq"
	// OneToOne writes one keyphrase (One2One: Meng et al., ACL 2017); a beam search writes many of them.
	OneToOne System = "one2one"
	// UniKeyphrase extracts present keyphrases and writes absent ones behind one another (Wu et al., Findings of ACL 2021). Its
	// network is that of package joint.
	UniKeyphrase System = "unikeyphrase"
	// PromptKP extracts present keyphrases and fills in absent ones round words of the document (Wu et al., AAAI 2022). Its
	// network is that of package joint.
	PromptKP System = "promptkp"
)

const oneToSet = "one2set"

// Network is what encoder and decoder are made of.
type Network string

// The networks. A model folder that names none is of Transformer: those of the first versions do not.
const (
	// Transformer is the one of SetTrans (Vaswani et al. 2017).
	Transformer Network = ""
	// GRU is a recurrent one, see recurrent. It has no slots, so it goes with the other systems: with it CatSeq is the one of
	// Yuan et al. (ACL 2020), and OneToOne CopyRNN (Meng et al., ACL 2017).
	GRU Network = "gru"
)

const transformer = "transformer"

// ParseNetwork reads the name of a network. The error lists the names.
func ParseNetwork(name string) (Network, error) {
	switch n := Network(name); n {
	case transformer:
		return Transformer, nil
	case GRU:
		return n, nil
	}
	return "", fmt.Errorf("network is %q, not one of %s, %s", name, transformer, GRU)
}

// String is the network's name.
func (n Network) String() string {
	if n == Transformer {
		return transformer
	}
	return string(n)
}

// ParseSystem reads the name of a system. The error lists the names.
func ParseSystem(name string) (System, error) {
	switch s := System(name); s {
	case oneToSet:
		return OneToSet, nil
	case CatSeq, OneToOne, UniKeyphrase, PromptKP:
		return s, nil
	}
	return "", fmt.Errorf("system is %q, not one of %s, %s, %s, %s, %s", name, oneToSet, CatSeq, OneToOne, UniKeyphrase, PromptKP)
}

// Joint tells whether a system is a network of package joint, which extracts and fills in over a pretrained encoder.
func (s System) Joint() bool { return s == UniKeyphrase || s == PromptKP }

// String is the system's name.
func (s System) String() string {
	if s == OneToSet {
		return oneToSet
	}
	return string(s)
}

// writes tells whether a system of one slot has been trained to write a token.
func (s System) writes(id int32) bool {
	switch id {
	case text.Pad, text.Bos, text.Null:
		return false
	case text.Sep, text.Peos:
		return s == CatSeq
	}
	return true
}

// checkSystem refuses a system that is not known, and more slots than it has.
func (c Config) checkSystem() error {
	if _, err := ParseSystem(c.System.String()); err != nil {
		return err
	}
	if c.System != OneToSet && c.Slots != 1 {
		return fmt.Errorf("slots is %d, system %s has 1", c.Slots, c.System)
	}
	return nil
}

// checkNetwork refuses a network that is not known, and what it has no place for.
func (c Config) checkNetwork() error {
	network, err := ParseNetwork(c.Network.String())
	if err != nil || network == Transformer {
		return err
	}
	var errs []error
	for _, s := range []struct {
		name    string
		v, want int
	}{{"heads", c.Heads, 0}, {"ff", c.FF, 0}, {"decoder_layers", c.DecoderLayers, 1}} {
		if s.v != s.want {
			errs = append(errs, fmt.Errorf("%s is %d, network %s has %d", s.name, s.v, network, s.want))
		}
	}
	if c.Width%2 != 0 {
		errs = append(errs, fmt.Errorf("d_model is %d, network %s needs an even number: half of it for each way through a document", c.Width, network))
	}
	if c.System == OneToSet {
		errs = append(errs, fmt.Errorf("system is %s, network %s goes with %s and %s", c.System, network, CatSeq, OneToOne))
	}
	if c.Pretrained() {
		errs = append(errs, fmt.Errorf("network %s has an encoder of its own, and encoder is set", network))
	}
	return errors.Join(errs...)
}
