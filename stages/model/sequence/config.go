// Package sequence implements the systems that write keyphrases as a sequence, with a single decoder:
//
//	CatSeq   writes all keyphrases of a document in one sequence (One2Seq: Yuan et al., ACL 2020; with a Transformer: Ye et
//	         al., ACL 2021): present ones separated by <sep>, then <peos>, absent ones separated by <sep>, then <eos>
//	One2One  writes one keyphrase (Meng et al., ACL 2017); a beam search returns many
//
// A Model is a slots.Model with one slot. Its body is the Transformer of SetTrans or the recurrent one (slots.GRU), with which
// CatSeq is CatSeq(R), the model of Yuan et al., and One2One is CopyRNN (Meng et al.). Targets are fixed, unlike those of slots,
// so Loss makes them from the examples. Beam is the beam search, and a Labeller turns its hypotheses into phrases.
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

// Model holds the parameters of a network; see slots.Model.
type Model[T kernel.Float] struct{ *slots.Model[T] }

// New returns a model with random start values; see slots.New.
func New[T kernel.Float](c slots.Config, seed uint64) (*Model[T], error) {
	if err := Check(c); err != nil {
		return nil, err
	}
	m, err := slots.New[T](c, seed)
	if err != nil {
		return nil, err
	}
	return &Model[T]{m}, nil
}

// Read reads a model folder, see slots.Read.
func Read(path func(name string) string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	m, err := slots.ReadWith(path, open, Check)
	if err != nil {
		return nil, err
	}
	return &Model[float32]{m}, nil
}

// Check reports what is wrong with c. A system of another package, or more than one slot, is an error.
func Check(c slots.Config) error {
	switch {
	case c.System != CatSeq && c.System != One2One:
		return fmt.Errorf("config: system is %q, want %s or %s", c.System, CatSeq, One2One)
	case c.Slots != 1:
		return fmt.Errorf("config: slots is %d, want 1 for system %s", c.Slots, c.System)
	}
	return c.Check()
}

// writes reports whether the model's system is trained to write a token.
func (m *Model[T]) writes(id int32) bool {
	switch id {
	case text.Pad, text.Bos, text.Null:
		return false
	case text.Sep, text.Peos:
		return m.System == CatSeq
	}
	return true
}
