// Package pickle reads Python's pickles of plain data: numbers, texts, lists, tuples, dicts, and what functions that the
// caller names make of them.
//
// A pickle is a program for a stack machine that may import and call any function of Python. This reader calls nothing but
// Env.Functions and refuses a pickle that names anything else with an *UnknownError. Its memory is bounded by the file: a
// length that a pickle claims is read step by step, a value that is used repeatedly is shared, and no pickle may have more
// than mostSteps steps or mostText bytes of text.
//
// It knows the operations by which protocols 2 to 5 of Python 3 write such data. The libraries gopickle and ogórek are not
// used: the first allocates what a file claims (eleven bytes end the process), the second reads no OrderedDict.
package pickle

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
)

// Values are nil, bool, int64, float64, string, Tuple, *List, *Dict, Global, and what a function of Env returned.
type (
	Tuple []any
	List  struct{ Items []any }
	// Dict has its keys in the order of the pickle; a key that was set twice stands there twice.
	Dict struct{ Keys, Values []any }
	// Global is the name of a class or function: "collections.OrderedDict".
	Global string
)

// Get returns the value of a key that is a text, nil if there is none.
func (d *Dict) Get(key string) any {
	for i, k := range d.Keys {
		if k == key {
			return d.Values[i]
		}
	}
	return nil
}

// Function stands for a function or class of Python. It is called with the arguments in the pickle.
type Function func(Tuple) (any, error)

// Env is what a pickle may refer to.
type Env struct {
	Functions map[Global]Function    // nil: may be named, but not called
	Load      func(any) (any, error) // loads a persistent id, a value outside the pickle; nil: there are none
}

// UnknownError says that a pickle names a class or function that is not in Env.
type UnknownError struct{ Global Global }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("it holds an object of %s, and only tensors, numbers, texts, lists and dicts are read", string(e.Global))
}

// Limits of a pickle. The largest vocabularies take a tenth of them; 2²⁴ values take about a gigabyte.
const (
	mostSteps = 1 << 24
	mostText  = 1 << 28
	mostName  = 256
)

// Read reads one pickle. It consumes no byte behind it.
func Read(from *bufio.Reader, env Env) (any, error) {
	m := &machine{in: from, env: env, memo: map[uint64]any{}}
	for range mostSteps {
		op := m.unsigned(1)
		if op == stop && m.err == nil {
			v := m.pop()
			return v, m.err
		}
		if do := operations[op]; do != nil {
			do(m)
		} else {
			m.fail(fmt.Errorf("operation %#x of the pickle is not one of plain data", op))
		}
		if m.err != nil {
			return nil, m.err
		}
	}
	return nil, fmt.Errorf("the pickle has more than %d steps", mostSteps)
}

// stop is the operation that ends a pickle.
const stop = '.'

// operations are the operations of the machine, with their names in Python's pickletools.
var operations = [256]func(*machine){
	0x80: func(m *machine) { m.unsigned(1) }, // PROTO
	0x95: func(m *machine) { m.unsigned(8) }, // FRAME

	'N':  func(m *machine) { m.push(nil) },                         // NONE
	0x88: func(m *machine) { m.push(true) },                        // NEWTRUE
	0x89: func(m *machine) { m.push(false) },                       // NEWFALSE
	'K':  func(m *machine) { m.push(int64(m.unsigned(1))) },        // BININT1
	'M':  func(m *machine) { m.push(int64(m.unsigned(2))) },        // BININT2
	'J':  func(m *machine) { m.push(int64(int32(m.unsigned(4)))) }, // BININT
	0x8a: (*machine).long,                                          // LONG1
	'G': func(m *machine) { // BINFLOAT, big-endian
		m.push(math.Float64frombits(bits.ReverseBytes64(m.unsigned(8))))
	},
	0x8c: func(m *machine) { m.text(m.unsigned(1)) }, // SHORT_BINUNICODE
	'X':  func(m *machine) { m.text(m.unsigned(4)) }, // BINUNICODE

	'(':  func(m *machine) { m.marks = append(m.marks, len(m.stack)) }, // MARK
	']':  func(m *machine) { m.push(&List{}) },                         // EMPTY_LIST
	'a':  func(m *machine) { m.extend(m.top(1)) },                      // APPEND
	'e':  func(m *machine) { m.extend(m.marked()) },                    // APPENDS
	'}':  func(m *machine) { m.push(&Dict{}) },                         // EMPTY_DICT
	's':  func(m *machine) { m.assign(m.top(2)) },                      // SETITEM
	'u':  func(m *machine) { m.assign(m.marked()) },                    // SETITEMS
	')':  func(m *machine) { m.push(Tuple{}) },                         // EMPTY_TUPLE
	0x85: func(m *machine) { m.push(m.top(1)) },                        // TUPLE1
	0x86: func(m *machine) { m.push(m.top(2)) },                        // TUPLE2
	0x87: func(m *machine) { m.push(m.top(3)) },                        // TUPLE3
	't':  func(m *machine) { m.push(m.marked()) },                      // TUPLE

	'q':  func(m *machine) { m.keep(m.unsigned(1)) },       // BINPUT
	'r':  func(m *machine) { m.keep(m.unsigned(4)) },       // LONG_BINPUT
	0x94: func(m *machine) { m.keep(uint64(len(m.memo))) }, // MEMOIZE
	'h':  func(m *machine) { m.recall(m.unsigned(1)) },     // BINGET
	'j':  func(m *machine) { m.recall(m.unsigned(4)) },     // LONG_BINGET

	'c': func(m *machine) { m.name(m.line(), m.line()) }, // GLOBAL
	0x93: func(m *machine) { // STACK_GLOBAL
		name, module := popAs[string](m), popAs[string](m)
		m.name(module, name)
	},
	'R': (*machine).call,  // REDUCE
	'b': (*machine).build, // BUILD
	'Q': (*machine).load,  // BINPERSID
}
