package thesaurus

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
)

// magic is the beginning of a Vocabulary's file. Its last digit is the version of the format and of the stems.
const magic = "wrone2set thesaurus 2\n"

// Source describes the thesaurus of a Vocabulary.
type Source struct {
	Digest  string // sha256 of the file
	Options string
}

// numbers and texts return the tables, in the order of the file.
func (v *Vocabulary) numbers() []*[]uint32 {
	return []*[]uint32{&v.uris.ends, &v.notations.ends, &v.texts.ends, &v.languages.ends, &v.labelConcept, &v.first,
		&v.broader.items, &v.broader.ends, &v.narrower.items, &v.narrower.ends, &v.near.items, &v.near.ends,
		&v.stems.ends, &v.slots, &v.count, &v.forms.items, &v.forms.ends, &v.formLabel, &v.keyed.items, &v.keyed.ends}
}

func (v *Vocabulary) bytes() []*[]byte {
	return []*[]byte{&v.uris.bytes, &v.notations.bytes, &v.texts.bytes, &v.languages.bytes, &v.labelKind, &v.labelTongue, &v.stems.bytes, &v.formBare}
}

// table is CRC-32C.
var table = crc32.MakeTable(crc32.Castagnoli)

// Write writes the vocabulary for ReadVocabulary.
func (v *Vocabulary) Write(w io.Writer, of Source) error {
	sum := crc32.New(table)
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	out.WriteString(magic)
	var b []byte
	put := func(part []byte) {
		out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(part))))
		out.Write(part)
	}
	put([]byte(of.Digest))
	put([]byte(of.Options))
	for _, t := range v.bytes() {
		put(*t)
	}
	for _, t := range v.numbers() {
		b = b[:0]
		for _, n := range *t {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
		put(b)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("thesaurus: %w", err)
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// ReadVocabulary reads a file of Write. If it is another file, or damaged, the error wraps schemas.ErrDamaged.
func ReadVocabulary(b []byte) (*Vocabulary, Source, error) {
	var of Source
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return nil, of, fmt.Errorf("%w: not a compiled thesaurus of this version", schemas.ErrDamaged)
	}
	if body := b[:len(b)-4]; crc32.Checksum(body, table) != binary.LittleEndian.Uint32(b[len(body):]) {
		return nil, of, fmt.Errorf("%w: the checksum is another", schemas.ErrDamaged)
	}
	b = b[len(magic) : len(b)-4]
	damaged := false
	take := func() (part []byte) {
		if len(b) >= 8 {
			if n := binary.LittleEndian.Uint64(b); n <= uint64(len(b)-8) {
				part, b = b[8:8+n:8+n], b[8+n:]
				return part
			}
		}
		damaged = true
		return nil
	}
	v := &Vocabulary{}
	of.Digest, of.Options = string(take()), string(take())
	for _, t := range v.bytes() {
		*t = take()
	}
	for _, t := range v.numbers() {
		part := take()
		*t = make([]uint32, len(part)/4)
		for i := range *t {
			(*t)[i] = binary.LittleEndian.Uint32(part[4*i:])
		}
	}
	if damaged || len(b) > 0 {
		return nil, of, fmt.Errorf("%w: its tables do not fill it", schemas.ErrDamaged)
	}
	if err := v.check(); err != nil {
		return nil, of, fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	return v, of, nil
}

// check refuses numbers beyond the end of a table, so that no lookup can panic.
func (v *Vocabulary) check() error {
	concepts, labels, stems, forms := v.uris.len(), v.texts.len(), v.stems.len(), len(v.forms.ends)
	rising := func(ends []uint32, last int) bool {
		return slices.IsSorted(ends) && (len(ends) == 0 && last == 0 || len(ends) > 0 && int(ends[len(ends)-1]) == last)
	}
	below := func(numbers []uint32, n int) bool {
		return len(numbers) == 0 || int(slices.Max(numbers)) < n
	}
	for _, l := range []*list8{&v.uris, &v.notations, &v.texts, &v.languages, &v.stems} {
		if !rising(l.ends, len(l.bytes)) {
			return errors.New("texts end out of order")
		}
	}
	for _, l := range []*list32{&v.broader, &v.narrower, &v.near, &v.forms, &v.keyed} {
		if !rising(l.ends, len(l.items)) {
			return errors.New("lists end out of order")
		}
	}
	used := 0
	for _, s := range v.slots {
		if s > 0 {
			used++
		}
	}
	n := len(v.slots)
	switch {
	case v.notations.len() != concepts || len(v.first) != concepts+1 || !rising(v.first, labels) || v.first[0] != 0,
		len(v.broader.ends) != concepts || len(v.narrower.ends) != concepts || len(v.near.ends) != concepts,
		len(v.labelConcept) != labels || len(v.labelKind) != labels || len(v.labelTongue) != labels,
		len(v.formLabel) != forms || len(v.formBare) != forms || len(v.keyed.ends) != stems || len(v.count) != stems:
		return errors.New("tables that belong together have other lengths")
	case !below(v.labelConcept, concepts) || !below(v.broader.items, concepts) || !below(v.narrower.items, concepts) || !below(v.near.items, concepts),
		!below(v.forms.items, stems) || !below(v.formLabel, labels) || !below(v.keyed.items, forms) || !below(v.slots, stems+1),
		labels > 0 && int(slices.Max(v.labelTongue)) >= v.languages.len():
		return errors.New("numbers lead out of their table")
	case n == 0 || n&(n-1) != 0 || n > math.MaxUint32/2 || used >= n:
		return errors.New("the hash table has no room")
	}
	previous := uint32(0)
	for _, end := range v.forms.ends {
		if end == previous || end-previous > maxWords {
			return errors.New("a form has no word, or too many")
		}
		previous = end
	}
	previous = 0
	for _, end := range v.stems.ends {
		if end == previous {
			return errors.New("a stem is empty")
		}
		previous = end
	}
	return nil
}
