// Package sequence is the networks of the systems that write keyphrases as sequences, out of one decoder:
//
//	CatSeq   writes all keyphrases of a document behind one another (One2Seq: Yuan et al., ACL 2020; with a Transformer, Ye et
//	         al., ACL 2021): the present ones parted by <sep>, <peos>, the absent ones parted by <sep>, <eos>
//	One2One  writes one keyphrase (Meng et al., ACL 2017); a beam search writes many of them
//
// A Model is a slots.Model with one slot, whose body is the Transformer of SetTrans or a recurrent one, see GRU. What a
// document trains is known before the network is asked: Loss lays the targets out itself. Beam searches, a Labeller turns
// what it finds into phrases.
package sequence

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// The systems, by their names in config.json.
const (
	CatSeq  = "catseq"
	One2One = "one2one"
)

// GRU is the name of the recurrent body in config.json. With it CatSeq is the one of Yuan et al. (ACL 2020), and One2One
// CopyRNN (Meng et al., ACL 2017). The name of a Transformer is empty.
const GRU = "gru"

// Model is a network's parameters, see slots.Model.
type Model[T kernel.Float] struct{ *slots.Model[T] }

// New is a model with start values drawn for the seed, see slots.New.
func New[T kernel.Float](c slots.Config, seed uint64) (*Model[T], error) {
	body, err := bodyOf[T](c)
	if err != nil {
		return nil, err
	}
	m, err := slots.Make(c, body, seed)
	if err != nil {
		return nil, err
	}
	return &Model[T]{m}, nil
}

// Read reads a model folder, see slots.Read.
func Read(dir string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	m, err := slots.ReadWith(dir, open, bodyOf[float32])
	if err != nil {
		return nil, err
	}
	return &Model[float32]{m}, nil
}

// bodyOf is the body that c names. A system that is not of this package, and more slots than one, are errors.
func bodyOf[T kernel.Float](c slots.Config) (slots.Body[T], error) {
	switch {
	case c.System != CatSeq && c.System != One2One:
		return nil, fmt.Errorf("config: system is %q, not one of %s, %s", c.System, CatSeq, One2One)
	case c.Slots != 1:
		return nil, fmt.Errorf("config: slots is %d, system %s has 1", c.Slots, c.System)
	case c.Network == "":
		return slots.NewTransformer[T](), nil
	case c.Network == GRU:
		return &recurrent[T]{}, nil
	}
	return nil, fmt.Errorf("config: network is %q, not transformer or %s", c.Network, GRU)
}

// Check says what is wrong with c, nil if nothing.
func Check(c slots.Config) error {
	body, err := bodyOf[float32](c)
	if err != nil {
		return err
	}
	return body.Check(c)
}

// writes tells whether the model's system has been trained to write a token.
func (m *Model[T]) writes(id int32) bool {
	switch id {
	case text.Pad, text.Bos, text.Null:
		return false
	case text.Sep, text.Peos:
		return m.System == CatSeq
	}
	return true
}
