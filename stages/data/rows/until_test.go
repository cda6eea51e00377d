package rows

import (
	"context"
	"strings"
	"testing"
)

// TestUntil: the result is that of the function, also an error and a panic; the end of the context does not wait for it.
func TestUntil(t *testing.T) {
	if n, err := Until(t.Context(), func() (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for _, c := range failures {
		if _, err := Until(t.Context(), c.fail); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	begun, release := make(chan bool), make(chan bool)
	go func() { <-begun; cancel() }()
	_, err := Until(ctx, func() (int, error) {
		close(begun)
		<-release
		return 0, nil
	})
	if close(release); err != context.Canceled {
		t.Errorf("%v", err)
	}
}
