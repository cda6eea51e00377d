package stages

import (
	"context"
	"errors"
	"fmt"

	"wrone2set/schemas"
	"wrone2set/stages/internal/fault"
)

// Exit codes of every stage. A scheduler retries 1 and gives up on 64 and 65, the numbers of sysexits.h for these. Small
// ones are taken: a Go program that crashes or is out of memory ends with 2, which is worth a retry too.
const (
	ExitDone   = 0  // the output is there and whole: made now, or found made
	ExitFailed = 1  // failed, stopped or killed; worth a retry
	ExitUsage  = 64 // EX_USAGE: wrong flags, settings, or an output folder that is something else
	ExitInput  = 65 // EX_DATAERR: an input is missing, broken, unfinished, or has too many bad rows
)

// InputError is an input that cannot be used as it is: exit code 65. Row counts from 1 as an editor shows it; 0 is
// none. Remedy, when there is one, says what the user can do, as an imperative without a full stop.
type InputError = fault.InputError

// UsageError is a command line or a setting that cannot be meant: exit code 64.
type UsageError = fault.UsageError

// exitCode is the exit code that an error stands for: 65 when any error in its tree is about an input, else 64 when any
// is about usage, else 1. Permission is the user's to give, and nobody gains it by waiting: an input that may not be opened
// is 65, an output folder that may not be written is 64; met later, at work in the output, it is 1. Being interrupted is always 1, and so is an error of the system that a retry can cure, also
// where it was met in an input: whoever read the file took it for damaged.
func exitCode(err error) int {
	var input *InputError
	var file *schemas.FileError
	var usage *UsageError
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ExitFailed
	case fault.System(err) != nil:
		return ExitFailed
	case errors.As(err, &input), errors.As(err, &file):
		return ExitInput
	case errors.As(err, &usage):
		return ExitUsage
	}
	return ExitFailed
}

// message is what the user is told of an error. An error of the system stands alone where it is wrapped in one about
// input or usage, whose remedy would send the user the wrong way.
func message(err error) string {
	system := fault.System(err)
	if system == nil || !blames(err) {
		return err.Error()
	}
	return fmt.Sprintf("%v; the input is not at fault, run the same command again", system)
}

// blames reports whether an error in the tree says that the user has something to mend.
func blames(err error) bool {
	var input *InputError
	var file *schemas.FileError
	var usage *UsageError
	return errors.As(err, &input) || errors.As(err, &file) || errors.As(err, &usage)
}
