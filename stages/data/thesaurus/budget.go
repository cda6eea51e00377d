package thesaurus

import "errors"

// mostMemory bounds the memory that a thesaurus takes while it is read and compiled, in bytes.
const mostMemory = 1536 << 20

// About the most memory, in bytes, that is in use for parts of a thesaurus at one time: slices that grow hold up to twice their
// content, and texts are copied from table to table.
const (
	perByte     = 4 // of a URI, label or notation
	perConcept  = 64
	perLabel    = 128
	perRelation = 48
	perWord     = 100 // distinct, of labels
)

// memory returns about the memory that a thesaurus and the forms of its labels take.
func (t *Thesaurus) memory() int {
	texts := len(t.uris.bytes) + len(t.notations.bytes) + len(t.texts.bytes)
	return texts + 12*t.uris.len() + 48*t.texts.len() + 4*(len(t.broader.items)+len(t.narrower.items)+len(t.near.items))
}

// budget counts memory.
type budget struct{ spent int }

// errFull is the error of a thesaurus that exceeds mostMemory.
var errFull = errors.New("it takes more than 1.5 GiB of memory")

// spend counts n bytes.
func (b *budget) spend(n int) error {
	if b.spent += n; b.spent > mostMemory {
		return errFull
	}
	return nil
}
