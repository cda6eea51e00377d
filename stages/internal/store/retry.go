package store

import (
	"context"
	"errors"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// attempts is the number of attempts at a request with transient errors. The pauses between them add up to six seconds.
const attempts = 6

// try makes a request, and retries transient errors. It returns an error of wrong.
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
		// It was allowed, or existed, earlier in this run. If that has changed for good, the next run fails before it begins.
		return &fault.AwayError{Place: at.path, Err: errors.New(err.Error())}
	case isNotExist(err):
		s.known.remove(at.path)
	}
	return err
}

// doubtful reports whether try retries a permanent error. It retries refusals, which also come from servers that restart or have a
// skewed clock, and missing buckets and objects that existed earlier in this run, unless a listing confirms that an object is
// missing.
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

// wait pauses before retry i, counted from 1.
func (s *Store) wait(i int) {
	select {
	case <-s.ctx.Done():
	case <-time.After(s.pause << (i - 1)):
	}
}
