package pickle

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// machine is the stack machine. After its first error, which ends the pickle, it does nothing of use and no harm.
type machine struct {
	in    *bufio.Reader
	env   Env
	stack []any
	marks []int // heights of the stack at the open marks
	memo  map[uint64]any
	read  uint64 // bytes of text so far
	err   error
}

var (
	errEarly = errors.New("the pickle ends early")
	errStack = errors.New("the pickle uses a value that it did not make")
	errKind  = errors.New("the pickle has a value of one kind where another belongs")
)

func (m *machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

func (m *machine) push(v any) { m.stack = append(m.stack, v) }

// top takes the n uppermost values, all above the last mark.
func (m *machine) top(n int) Tuple {
	least := 0
	if open := len(m.marks); open > 0 {
		least = m.marks[open-1]
	}
	from := len(m.stack) - n
	if from < least {
		m.fail(errStack)
		return make(Tuple, n)
	}
	values := append(Tuple{}, m.stack[from:]...)
	m.stack = m.stack[:from]
	return values
}

// marked takes the values above the last mark, and the mark.
func (m *machine) marked() Tuple {
	open := len(m.marks)
	if open == 0 {
		m.fail(errStack)
		return nil
	}
	values := m.top(len(m.stack) - m.marks[open-1])
	m.marks = m.marks[:open-1]
	return values
}

func (m *machine) pop() any { return m.top(1)[0] }

// popAs is pop for a value of type T, which an operation needs.
func popAs[T any](m *machine) T {
	v, ok := m.pop().(T)
	if !ok {
		m.fail(errKind)
	}
	return v
}

// unsigned reads a little-endian number of n bytes, at most 8.
func (m *machine) unsigned(n int) uint64 {
	var b [8]byte
	if _, err := io.ReadFull(m.in, b[:n]); err != nil {
		m.fail(errEarly)
	}
	return binary.LittleEndian.Uint64(b[:])
}

// long pushes a whole number with a sign, whose length in bytes stands before it.
func (m *machine) long() {
	n := int(m.unsigned(1))
	if n > 8 {
		m.fail(fmt.Errorf("the pickle has a whole number of %d bytes", n))
		return
	}
	unused := 64 - 8*n
	m.push(int64(m.unsigned(n)<<unused) >> unused)
}

// text pushes a text of n bytes.
func (m *machine) text(n uint64) {
	if m.read += n; m.read > mostText {
		m.fail(fmt.Errorf("the pickle has more than %d bytes of text", mostText))
		return
	}
	var b strings.Builder
	if _, err := io.CopyN(&b, m.in, int64(n)); err != nil { // takes memory for what the file has, whatever it claims
		m.fail(errEarly)
	}
	m.push(b.String())
}

// line reads a line of a name.
func (m *machine) line() string {
	b, err := m.in.ReadSlice('\n') // at most the buffer of in
	if len(b) > mostName {
		m.fail(fmt.Errorf("the pickle has a name of more than %d bytes", mostName))
	} else if err != nil {
		m.fail(errEarly)
	}
	return string(bytes.TrimSuffix(b, []byte("\n")))
}

// keep stores the uppermost value under a number; recall pushes it again.
func (m *machine) keep(at uint64) {
	v := m.pop()
	m.memo[at] = v
	m.push(v)
}

func (m *machine) recall(at uint64) {
	v, ok := m.memo[at]
	if !ok {
		m.fail(errStack)
	}
	m.push(v)
}

// extend appends values to the list below them.
func (m *machine) extend(values Tuple) {
	if list := popAs[*List](m); list != nil {
		list.Items = append(list.Items, values...)
		m.push(list)
	}
}

// assign adds values, keys and values in turn, to the dict below them.
func (m *machine) assign(values Tuple) {
	dict := popAs[*Dict](m)
	if dict == nil || len(values)%2 != 0 {
		m.fail(errKind)
		return
	}
	for i := 0; i < len(values); i += 2 {
		dict.Keys, dict.Values = append(dict.Keys, values[i]), append(dict.Values, values[i+1])
	}
	m.push(dict)
}

// name pushes a class or function.
func (m *machine) name(module, name string) {
	g := Global(module + "." + name)
	if _, known := m.env.Functions[g]; !known {
		m.fail(&UnknownError{g})
	}
	m.push(g)
}

// call calls a function with a tuple of arguments.
func (m *machine) call() {
	args, g := popAs[Tuple](m), popAs[Global](m)
	f := m.env.Functions[g]
	if f == nil || m.err != nil {
		m.fail(fmt.Errorf("the pickle calls %q", string(g)))
		return
	}
	v, err := f(args)
	if err != nil {
		m.fail(fmt.Errorf("%s: %w", string(g), err))
	}
	m.push(v)
}

// build would set attributes of an object. Those of a dict, such as the _metadata of a state_dict, are left out.
func (m *machine) build() {
	m.pop()
	m.push(popAs[*Dict](m))
}

// load pushes the value outside the pickle whose persistent id is the uppermost value.
func (m *machine) load() {
	id := m.pop()
	if m.env.Load == nil || m.err != nil {
		m.fail(errors.New("the pickle refers to a value outside it"))
		return
	}
	v, err := m.env.Load(id)
	if err != nil {
		m.fail(err)
	}
	m.push(v)
}
