package model

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// System is a row of the table of systems: what the programs must know about a system.
type System struct {
	Name        string // value of the setting
	Slots       bool   // has slots, and with them ∅, alternatives and a choice
	Searched    bool   // decodes with a beam search
	OverEncoder bool   // is a pretrained encoder with a head: it has no decoder and no shape of its own
	PhraseLen   int    // default of phrase_len
	LeastLen    int    // lower limit of phrase_len
	Least       string // what needs that many tokens, for the error

	body bool // works with bodies other than the Transformer
	make func(s Shape, seed uint64) (Network, error)
	read func(Folder) (Network, error)
}

// systems is the table of systems. The first is the default of a config.json without a system, as the first versions wrote it.
// phrase_len of catseq is the limit of One2Seq's reference code, that of one2one the beam depth of Meng et al. (ACL 2017), and
// that of unikeyphrase enough for the absent phrases of most documents.
var systems = []System{
	{Name: "one2set", Slots: true, PhraseLen: 6, make: makeSlots, read: readSlots},
	{Name: sequence.CatSeq, Searched: true, PhraseLen: 60, LeastLen: 3, Least: "a word, <peos> and the end token", body: true, make: makeSequence, read: readSequence},
	{Name: sequence.One2One, Searched: true, PhraseLen: 6, body: true, make: makeSequence, read: readSequence},
	{Name: joint.UniKeyphrase, OverEncoder: true, PhraseLen: 32, make: makeJoint, read: readJoint},
	{Name: joint.PromptKP, OverEncoder: true, PhraseLen: 6, make: makeJoint, read: readJoint},
	{Name: joint.TagsOnly, OverEncoder: true, PhraseLen: 6, make: makeJoint, read: readJoint},
}

// Body is a row of the table of bodies: what the programs must know about a kind of encoder and decoder.
type Body struct {
	Name    string // value of the setting
	Heads   bool   // has heads, ff and a decoder of as many layers as the encoder
	Layers  int    // default number of encoder layers; 0: that of the setting
	Even    bool   // needs an even d_model
	Encoder bool   // accepts a pretrained encoder in place of its own
}

// bodies is the table of bodies. The first is the default of a config.json without a network. The number of layers of gru is
// that of the models of Chan et al. (ACL 2019), whose results the paper reports for CatSeq(R).
var bodies = []Body{
	{Name: "transformer", Heads: true, Encoder: true},
	{Name: slots.GRU, Layers: 2, Even: true},
}

// ParseSystem returns the system of a name. The error lists the names.
func ParseSystem(name string) (System, error) {
	for _, s := range systems {
		if s.Name == name {
			return s, nil
		}
	}
	return System{}, fmt.Errorf("system is %q, want one of %s", name, strings.Join(Systems(func(System) bool { return true }), ", "))
}

// ParseBody returns the body of a name. The error lists the names.
func ParseBody(name string) (Body, error) {
	var names []string
	for _, b := range bodies {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Body{}, fmt.Errorf("network is %q, want one of %s", name, strings.Join(names, ", "))
}

// Systems returns the names of the systems for which those is true.
func Systems(those func(System) bool) (names []string) {
	for _, s := range systems {
		if those(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Takes reports whether the system works with a body.
func (s System) Takes(b Body) bool { return s.body || b.Name == bodies[0].Name }

// With returns the names of the systems that work with the body.
func (b Body) With() []string { return Systems(func(s System) bool { return s.Takes(b) }) }

// InConfig returns the name for config.json, "" for the first system.
func (s System) InConfig() string { return unlessFirst(s.Name, systems[0].Name) }

// InConfig returns the name for config.json, "" for the first body.
func (b Body) InConfig() string { return unlessFirst(b.Name, bodies[0].Name) }

func unlessFirst(name, first string) string {
	if name == first {
		return ""
	}
	return name
}

// SystemOf returns the system of a network with that shape.
func SystemOf(c slots.Config) (System, error) {
	if c.System == "" {
		return systems[0], nil
	}
	return ParseSystem(c.System)
}

// BodyOf returns the body of a network with that shape.
func BodyOf(c slots.Config) (Body, error) {
	if c.Network == "" {
		return bodies[0], nil
	}
	return ParseBody(c.Network)
}

// Shape describes a network for New. Config has the names of InConfig. A system OverEncoder uses only System, PhraseLen, Dropout
// and Encoder of it, and the other fields, which only such a system needs.
type Shape struct {
	slots.Config
	Mask  int32            // id of joint.MaskPiece
	Words *text.Vocabulary // of word pieces
	Steps int64            // steps of the training
}

// check reports what is wrong with a shape of a system that is not OverEncoder.
func check(c slots.Config) error {
	s, err := SystemOf(c)
	if err != nil {
		return err
	}
	b, err := BodyOf(c)
	switch {
	case err != nil:
		return err
	case !s.Takes(b):
		return fmt.Errorf("network %s does not go with system %s, only with %s", b.Name, s.Name, strings.Join(b.With(), " and "))
	case s.Slots:
		return c.Check()
	}
	return sequence.Check(c)
}

// New returns a network with random start values.
func New(s Shape, seed uint64) (Network, error) {
	system, err := SystemOf(s.Config)
	if err != nil {
		return nil, err
	}
	return system.make(s, seed)
}

func makeSlots(s Shape, seed uint64) (Network, error) {
	m, err := slots.New[float32](s.Config, seed)
	return set{m}, err
}

func readSlots(f Folder) (Network, error) {
	m, err := slots.Read(f.Path, f.Open)
	return set{m}, err
}

func makeSequence(s Shape, seed uint64) (Network, error) {
	m, err := sequence.New[float32](s.Config, seed)
	return sequences{m}, err
}

func readSequence(f Folder) (Network, error) {
	m, err := sequence.Read(f.Path, f.Open)
	return sequences{m}, err
}

func makeJoint(s Shape, seed uint64) (Network, error) {
	c := joint.Config{System: s.System, PhraseLen: s.PhraseLen, Dropout: s.Dropout, Mask: s.Mask, Encoder: s.Encoder}
	if s.System == joint.UniKeyphrase {
		c.Relations = joint.Relations
	}
	m, err := joint.New[float32](c, seed)
	if err != nil {
		return nil, err
	}
	m.Words, m.Steps = s.Words, s.Steps
	return overEncoder{m}, nil
}

func readJoint(f Folder) (Network, error) {
	m, err := joint.Read(f.Path, f.Open)
	return overEncoder{m}, err
}

// named is the part of config.json that all systems share.
type named struct{ System string }

// systemIn returns the system that a config.json names. For a file that is not valid JSON it returns the first one, whose
// reader reports the error.
func systemIn(config schemas.File) (System, error) {
	var n named
	if json.NewDecoder(config).Decode(&n) != nil {
		return systems[0], nil
	}
	return SystemOf(slots.Config{System: n.System})
}

// readShape reads a config.json of the system.
func (s System) readShape(r io.Reader) (slots.Config, error) {
	if s.OverEncoder {
		c, err := joint.ReadConfig(r)
		shape := slots.Config{Vocab: c.Encoder.Vocab, Slots: 1, PhraseLen: c.PhraseLen, Width: c.Encoder.Width, Heads: c.Encoder.Heads, FF: c.Encoder.FF,
			DecoderLayers: c.Encoder.Layers, Dropout: c.Dropout, System: c.System}
		return shape.On(c.Encoder), err
	}
	c, err := slots.ReadConfig(r)
	if err == nil {
		err = check(c)
	}
	return c, err
}
