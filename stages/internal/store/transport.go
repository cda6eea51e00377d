package store

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// errPatience is the error of a stalled request.
var errPatience = errors.New("no answer for too long")

// leastBytes is the number of bytes of a body that must move within the patience: a server that sends a byte now and then hangs.
const leastBytes = 64 << 10

// impatient ends stalled requests: within the patience, neither leastBytes of a body moved nor the answer came. This bounds every
// wait without a limit on the size of files. Time in which the caller does not read a body does not count.
type impatient struct {
	next     http.RoundTripper
	ctx      context.Context // for requests without a context of their own
	patience time.Duration
}

// matchKey and extraKey are the keys of context values for impatient: the ETag for If-Match, and the extra patience for an answer.
type (
	matchKey struct{}
	extraKey struct{}
)

// ifMatch restricts a request to an object with the ETag. minio has no such option for removals.
func ifMatch(ctx context.Context, etag string) context.Context {
	if etag == "" {
		return ctx
	}
	return context.WithValue(ctx, matchKey{}, etag)
}

// unhurried adds the time that a server may need to join the parts of size bytes.
func unhurried(ctx context.Context, size int64) context.Context {
	return context.WithValue(ctx, extraKey{}, time.Duration(size/slowest)*time.Second)
}

// slowest is the lowest speed of joining parts, in bytes per second.
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
		// The header need not be signed: only Amazon's own ones must.
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

// watch measures how long the caller waits for a request, and cancels it after the patience.
type watch struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	patience time.Duration

	mu    sync.Mutex
	timer *time.Timer
	since time.Time
	left  time.Duration // rest of the patience
	moved int           // bytes since the patience was last renewed
}

// start starts the timer.
func (w *watch) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
	w.timer = time.AfterFunc(w.left, func() { w.cancel(errPatience) })
}

// stop stops the timer.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.left -= time.Since(w.since)
}

// move counts bytes, and renews the patience after leastBytes. It reports whether it did.
func (w *watch) move(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.moved += n; w.moved < leastBytes {
		return false
	}
	w.moved, w.left = 0, w.patience
	return true
}

// why returns errPatience if the timer ended the request, else err.
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

// again renews the patience while the timer runs.
func (w *watch) again() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop() { // else it has fired or was stopped
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
	// Cancel first, or Close would wait for the rest of the body.
	r.watch.cancel(nil)
	return r.ReadCloser.Close()
}
