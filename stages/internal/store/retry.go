package store

import (
	"context"
	"errors"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// attempts are how often something is tried that may go well the next time; the pauses between them add up to six seconds.
const attempts = 6

// try asks a bucket until it answers or has not a few times. Its error is that of wrong.
func (s *Store) try(op string, at place, ask func(ctx context.Context) error) (err error) {
	for i := range attempts {
		if i > 0 {
			s.wait(i)
		}
		if err = s.wrong(op, at, ask(s.ctx)); err == nil {
			s.known.add(at.name, op+" "+at.name)
			return nil
		}
		if !again(err) && !s.doubtful(at, err) {
			return err
		}
	}
	switch {
	case isDenied(err) && s.known.has(op+" "+at.name), errors.Is(err, errNoBucket):
		// It was allowed, or there, before: the next run may find it so again, or is told before it begins.
		return &fault.AwayError{Place: at.path, Err: errors.New(err.Error())}
	case isNotExist(err):
		s.known.remove(at.path)
	}
	return err
}

// doubtful reports whether an error is asked about again though it has a meaning: a refusal, since a server that is restarted or
// has a skewed clock refuses, too, and that something is not there which was, unless a listing says so, too.
func (s *Store) doubtful(at place, err error) bool {
	switch {
	case errors.Is(err, errNoBucket):
		return s.known.has(at.name)
	case isNotExist(err) && s.known.has(at.path):
		page, _, err := at.bucket.list(s.ctx, at.key, "", 1)
		return err != nil || len(page) > 0 && page[0].name == ""
	}
	return isDenied(err)
}

// wait waits before the attempt i, from 1.
func (s *Store) wait(i int) {
	select {
	case <-s.ctx.Done():
	case <-time.After(s.pause << (i - 1)):
	}
}
