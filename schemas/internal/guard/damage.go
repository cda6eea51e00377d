package guard

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// ErrDamaged is the cause of every error about a file that is cut short or whose bytes contradict each other.
var ErrDamaged = errors.New("the file is damaged")

// Damaged builds an error that wraps ErrDamaged.
func Damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

const beyond = "a length or an offset in it points past the end of its data"

// Caught turns the value of a recovered panic into an error: the libraries panic on some malformed files. What Go says of
// an index or a slice out of range tells a user nothing.
func Caught(p any) error {
	if _, ok := p.(runtime.Error); ok {
		return Damaged(beyond)
	}
	if err, ok := p.(error); ok {
		return DamagedBy(err)
	}
	return Damaged("%v", p)
}

// DamagedBy wraps ErrDamaged around what a library says of a file, unless that is ours already.
func DamagedBy(err error) error {
	if errors.Is(err, ErrDamaged) {
		return err
	}
	// Arrow's reader catches its own panics and keeps their texts alone.
	if strings.Contains(err.Error(), "runtime error: ") {
		return Damaged(beyond)
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// ColumnError is damage that lies in one column of a Parquet file.
type ColumnError struct {
	Column string // its path without the levels that Parquet puts under a list
	Err    error
}

// Error names the column.
func (e *ColumnError) Error() string { return "column " + e.Column + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *ColumnError) Unwrap() error { return e.Err }
