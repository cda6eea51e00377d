package stages

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Exit codes of every stage. A scheduler retries 1 and gives up on 64 and 65, the numbers of sysexits.h for these
// errors. Small numbers are taken: a Go program that crashes or is out of memory ends with 2, which is also worth a
// retry.
const (
	ExitDone   = 0  // the output is finished, now or earlier
	ExitFailed = 1  // failed, stopped or killed; worth a retry
	ExitUsage  = 64 // EX_USAGE: wrong flags or settings, or an output folder with other content
	ExitInput  = 65 // EX_DATAERR: an input is missing, damaged or unfinished, or has too many bad rows
)

// UsageError is an invalid command line or setting: exit code 64.
type UsageError = fault.UsageError

// exitCode returns the exit code of an error: 65 if any error in its tree is about an input, else 64 if any is about
// usage, else 1. The user must grant a missing permission, and waiting does not help: an input that may not be opened
// gives 65, and an output folder that may not be written gives 64. A permission that is missing later, while the
// output is written, gives 1. An interruption always gives 1. So does a system error that a retry can cure, even in an
// input, where the reader took it for damage.
func exitCode(err error) int {
	var file *schemas.FileError
	var usage *UsageError
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ExitFailed
	case fault.System(err) != nil:
		return ExitFailed
	case errors.As(err, &file):
		return ExitInput
	case errors.As(err, &usage):
		return ExitUsage
	}
	return ExitFailed
}

// explained returns the error to show to the user. A system error replaces the input or usage error that wraps it, because that
// error's remedy would mislead the user.
func explained(err error) error {
	var file *schemas.FileError
	var usage *UsageError
	system := fault.System(err)
	if system == nil || !errors.As(err, &file) && !errors.As(err, &usage) {
		return err
	}
	return fmt.Errorf("%w; the input is not at fault, run the same command again", system)
}
