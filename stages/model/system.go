package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// System is what a network was trained to write, as far as the programs differ by it.
type System struct {
	Name        string // of the setting
	Slots       bool   // writes a set of slots: with ∅, alternatives, and a choice among phrases
	Searched    bool   // writes by a beam search
	OverEncoder bool   // its network is a pretrained encoder with a head: no decoder, no shape of its own
	PhraseLen   int    // tokens that it writes, unless set
	LeastLen    int    // least tokens
	Least       string // what needs so many

	body bool // takes other bodies than a Transformer
	make func(s Shape, seed uint64) (Network, error)
	read func(dir string, open opener) (Network, error)
}

type opener = func(name string) (schemas.File, error)

// systems is the table of systems. The first is that of a config.json that names none: those of the first versions do not.
// phrase_len of catseq is as long as the sequences that One2Seq's reference code writes at most, of one2one as deep as Meng et
// al. (ACL 2017) search, of unikeyphrase enough for the absent phrases of most documents.
var systems = []System{
	{Name: "one2set", Slots: true, PhraseLen: 6, make: makeSlots, read: readSlots},
	{Name: sequence.CatSeq, Searched: true, PhraseLen: 60, LeastLen: 3, Least: "a word, <peos> and the end token", body: true, make: makeSequence, read: readSequence},
	{Name: sequence.One2One, Searched: true, PhraseLen: 6, body: true, make: makeSequence, read: readSequence},
	{Name: joint.UniKeyphrase, OverEncoder: true, PhraseLen: 32, make: makeJoint, read: readJoint},
	{Name: joint.PromptKP, OverEncoder: true, PhraseLen: 6, make: makeJoint, read: readJoint},
}

// Body is what encoder and decoder are made of, as far as the programs differ by it.
type Body struct {
	Name    string // of the setting
	Heads   bool   // has heads, ff and a decoder of as many layers as the encoder
	Layers  int    // of the encoder, unless set; 0: as set
	Even    bool   // d_model is even
	Encoder bool   // takes a pretrained encoder in the place of its own
}

// bodies is the table of bodies. The first is that of a config.json that names none. The layers of gru are those of the models
// that Chan et al. (ACL 2019) released, whose numbers the paper's tables have for CatSeq(R).
var bodies = []Body{
	{Name: "transformer", Heads: true, Encoder: true},
	{Name: sequence.GRU, Layers: 2, Even: true},
}

// ParseSystem is the system of a name. The error lists the names.
func ParseSystem(name string) (System, error) {
	for _, s := range systems {
		if s.Name == name {
			return s, nil
		}
	}
	return System{}, fmt.Errorf("system is %q, not one of %s", name, strings.Join(Systems(func(System) bool { return true }), ", "))
}

// ParseBody is the body of a name. The error lists the names.
func ParseBody(name string) (Body, error) {
	var names []string
	for _, b := range bodies {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Body{}, fmt.Errorf("network is %q, not one of %s", name, strings.Join(names, ", "))
}

// Systems are the names of those systems.
func Systems(those func(System) bool) (names []string) {
	for _, s := range systems {
		if those(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Takes tells whether networks of the system can have a body.
func (s System) Takes(b Body) bool { return s.body || b.Name == bodies[0].Name }

// With are the names of the systems that take a body.
func (b Body) With() []string { return Systems(func(s System) bool { return s.Takes(b) }) }

// InConfig is the name in config.json.
func (s System) InConfig() string { return unlessFirst(s.Name, systems[0].Name) }

// InConfig is the name in config.json.
func (b Body) InConfig() string { return unlessFirst(b.Name, bodies[0].Name) }

func unlessFirst(name, first string) string {
	if name == first {
		return ""
	}
	return name
}

// SystemOf is the system of a network with that shape.
func SystemOf(c slots.Config) (System, error) {
	if c.System == "" {
		return systems[0], nil
	}
	return ParseSystem(c.System)
}

// BodyOf is the body of a network with that shape.
func BodyOf(c slots.Config) (Body, error) {
	if c.Network == "" {
		return bodies[0], nil
	}
	return ParseBody(c.Network)
}

// Shape is a network to be made: the names in Config are those of InConfig. Of a system OverEncoder only its System, PhraseLen,
// Dropout and Encoder count, and what stands beside it.
type Shape struct {
	slots.Config
	Mask  int32            // the piece joint.MaskPiece
	Words *text.Vocabulary // of the pieces
	Steps int64            // of the training
}

// check says what is wrong with a shape that is not of a system OverEncoder.
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
		return fmt.Errorf("system is %s, network %s goes with %s", s.Name, b.Name, strings.Join(b.With(), " and "))
	case s.Slots:
		return c.Check()
	}
	return sequence.Check(c)
}

// New is a network with start values drawn for the seed.
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

func readSlots(dir string, open opener) (Network, error) {
	m, err := slots.Read(dir, open)
	return set{m}, err
}

func makeSequence(s Shape, seed uint64) (Network, error) {
	m, err := sequence.New[float32](s.Config, seed)
	return sequences{m}, err
}

func readSequence(dir string, open opener) (Network, error) {
	m, err := sequence.Read(dir, open)
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
	return extractor{m}, nil
}

func readJoint(dir string, open opener) (Network, error) {
	m, err := joint.Read(dir, open)
	return extractor{m}, err
}

// named is what config.json says of any network.
type named struct{ System string }

// systemIn is the system that a config.json names. One that cannot be read as such is taken for the first, whose reader says
// what is wrong.
func systemIn(config schemas.File) (System, error) {
	var n named
	if json.NewDecoder(config).Decode(&n) != nil {
		return systems[0], nil
	}
	return SystemOf(slots.Config{System: n.System})
}
