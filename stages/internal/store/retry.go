package store

import (
	"context"
	"errors"
	"time"
)

// attempts are how often something is tried that may go well the next time; the pauses between them add up to six seconds.
const attempts = 6

var errPatience = errors.New("no answer for too long")

// try asks a bucket until it answers or has not a few times. Its error is that of wrong.
func (s *Store) try(op string, at place, within time.Duration, ask func(ctx context.Context) error) (err error) {
	for i := range attempts {
		if i > 0 {
			s.wait(i)
		}
		if err = s.wrong(op, at, s.patiently(within, ask)); !again(err) {
			return err
		}
	}
	return err
}

// patiently asks once, and not for longer than within.
func (s *Store) patiently(within time.Duration, ask func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeoutCause(s.ctx, within, errPatience)
	defer cancel()
	err := ask(ctx)
	if err != nil && context.Cause(ctx) == errPatience {
		return errPatience
	}
	return err
}

// wait waits before the attempt i, from 1.
func (s *Store) wait(i int) {
	select {
	case <-s.ctx.Done():
	case <-time.After(s.pause << (i - 1)):
	}
}
