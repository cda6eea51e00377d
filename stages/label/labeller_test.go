package label

import "testing"

// TestDocumentsOfABatch: no more than the setting says, and few enough that every thread has several batches of a window.
func TestDocumentsOfABatch(t *testing.T) {
	for _, c := range []struct{ items, batch, threads, want int }{
		{1024, 16, 2, 16}, {1024, 64, 2, 64}, {1024, 64, 8, 32}, {1024, 16, 64, 4}, {100, 16, 2, 12}, {3, 16, 2, 1}, {0, 16, 2, 1}, {1024, 1, 1, 1},
	} {
		l := Labeller{options: Options{BatchSize: c.batch}, threads: c.threads}
		if got := l.documents(c.items); got != c.want {
			t.Errorf("%d documents, batch size %d, %d threads: %d, want %d", c.items, c.batch, c.threads, got, c.want)
		}
	}
}
