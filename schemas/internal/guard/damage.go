package guard

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// ErrDamaged is the cause of every error about a file that is truncated or whose bytes contradict each other.
var ErrDamaged = errors.New("the file is damaged")

// ErrLarge is the cause of every error about a file whose claims may be true but exceed a limit.
var ErrLarge = errors.New("the file is too large to be read in bounded memory")

// Damaged builds an error that wraps ErrDamaged.
func Damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

const beyond = "a length or an offset in it points past the end of its data"

// Caught turns a recovered panic into an error, because the libraries panic on some malformed files. Go's own words
// about indices out of range would tell a user nothing.
func Caught(p any) error {
	if _, ok := p.(runtime.Error); ok {
		return Damaged(beyond)
	}
	if err, ok := p.(error); ok {
		return DamagedBy(err)
	}
	return Damaged("%v", p)
}

// DamagedBy wraps ErrDamaged around an error of a library. It leaves errors of this package as they are.
func DamagedBy(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrLarge) {
		return err
	}
	// Arrow's reader catches its own panics and keeps their texts alone.
	if strings.Contains(err.Error(), "runtime error: ") {
		return Damaged(beyond)
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// ColumnError is damage in one column of a Parquet file.
type ColumnError struct {
	Column string // its path, without the levels that Parquet adds under a list
	Err    error
}

// Error names the column.
func (e *ColumnError) Error() string { return "column " + e.Column + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ColumnError) Unwrap() error { return e.Err }
