package store

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// errPatience is the error of a request that stalls.
var errPatience = errors.New("no answer for too long")

// leastBytes have to move within the patience for a body not to stall: a server that sends a byte now and then is one that hangs.
const leastBytes = 64 << 10

// impatient ends requests that stall: of which neither leastBytes of a body have moved, nor the answer has come, within the
// patience. So a request is bounded, and no large file is cut off. How long a body is not asked for does not count.
type impatient struct {
	next     http.RoundTripper
	ctx      context.Context // of requests that have none
	patience time.Duration
}

// matchKey and extraKey are what a context tells impatient: an ETag for If-Match, and how much longer an answer may take.
type (
	matchKey struct{}
	extraKey struct{}
)

// ifMatch has a request done for an object of the ETag only; minio has no such option for a removal.
func ifMatch(ctx context.Context, etag string) context.Context {
	if etag == "" {
		return ctx
	}
	return context.WithValue(ctx, matchKey{}, etag)
}

// unhurried gives a server time to put so many bytes together.
func unhurried(ctx context.Context, size int64) context.Context {
	return context.WithValue(ctx, extraKey{}, time.Duration(size/slowest)*time.Second)
}

// slowest is how many bytes a second a server puts together from parts.
const slowest = 10 << 20

func (t *impatient) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if ctx.Done() == nil {
		ctx = t.ctx
	}
	patience := t.patience
	if extra, ok := r.Context().Value(extraKey{}).(time.Duration); ok {
		patience += extra
	}
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{ctx: ctx, cancel: cancel, patience: patience, left: patience}
	r = r.Clone(ctx)
	if etag, ok := r.Context().Value(matchKey{}).(string); ok {
		// Not signed, which only headers of Amazon's own have to be.
		r.Header.Set("If-Match", etag)
	}
	w.start()
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &sent{r.Body, w}
	}
	answer, err := t.next.RoundTrip(r)
	w.stop()
	if err != nil {
		err = w.why(err)
		cancel(nil)
		return nil, err
	}
	w.left = patience
	answer.Body = &received{answer.Body, w}
	return answer, nil
}

// watch counts how long a request is waited for.
type watch struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	patience time.Duration

	mu    sync.Mutex
	timer *time.Timer
	since time.Time
	left  time.Duration // of the patience
	moved int           // bytes since the patience was whole
}

// start begins to wait.
func (w *watch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
	w.timer = time.AfterFunc(w.left, func() { w.cancel(errPatience) })
}

// stop ends waiting.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.left -= time.Since(w.since)
}

// move counts bytes, and reports whether they are enough to be patient anew.
func (w *watch) move(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.moved += n; w.moved < leastBytes {
		return false
	}
	w.moved, w.left = 0, w.patience
	return true
}

// why is errPatience where that is what ended the request.
func (w *watch) why(err error) error {
	if context.Cause(w.ctx) == errPatience {
		return errPatience
	}
	return err
}

// sent is the body of a request. The watch runs while it is sent.
type sent struct {
	io.ReadCloser
	watch *watch
}

func (s *sent) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if s.watch.move(n) || err == io.EOF {
		s.watch.again()
	}
	return n, err
}

// again is patient anew while waiting goes on.
func (w *watch) again() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop() { // else it has ended, or is not waited for any more
		w.left, w.since = w.patience, time.Now()
		w.timer.Reset(w.patience)
	}
}

// received is the body of an answer. The watch runs while it is read.
type received struct {
	io.ReadCloser
	watch *watch
}

func (r *received) Read(p []byte) (int, error) {
	r.watch.start()
	n, err := r.ReadCloser.Read(p)
	r.watch.stop()
	r.watch.move(n)
	if err != nil && err != io.EOF {
		err = r.watch.why(err)
	}
	return n, err
}

func (r *received) Close() error {
	// First: what is left of the body is not wanted, and would be waited for.
	r.watch.cancel(nil)
	return r.ReadCloser.Close()
}
