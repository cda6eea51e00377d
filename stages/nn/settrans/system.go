package settrans

import (
	"fmt"

	"wrone2set/stages/text"
)

// System is what a network's slots were trained to write, and so how it is asked. All systems are this one network with
// the same parameters; those but OneToSet have one slot, and no use for ∅.
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
)

const oneToSet = "one2set"

// ParseSystem reads the name of a system. The error lists the names.
func ParseSystem(name string) (System, error) {
	switch s := System(name); s {
	case oneToSet:
		return OneToSet, nil
	case CatSeq, OneToOne:
		return s, nil
	}
	return "", fmt.Errorf("system is %q, not one of %s, %s, %s", name, oneToSet, CatSeq, OneToOne)
}

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
