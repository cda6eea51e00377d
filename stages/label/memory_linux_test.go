package label

import "testing"

func TestFreeMemory(t *testing.T) {
	if got := available([]byte("MemTotal:       100 kB\nMemFree:  7 kB\nMemAvailable:    12 kB\n")); got != 12<<10 {
		t.Errorf("%d bytes, want 12 KiB", got)
	}
	if got := available(nil); got != 0 {
		t.Errorf("%d bytes of nothing", got)
	}
	for _, c := range []struct {
		most, used string
		left       int64
		ok         bool
	}{{"100\n", "30\n", 70, true}, {"100\n", "130\n", 1, true}, {"100\n", "", 100, true}, {"max\n", "30\n", 0, false}, {"", "", 0, false}} {
		if left, ok := within([]byte(c.most), []byte(c.used)); left != c.left || ok != c.ok {
			t.Errorf("%q, %q: %d left, %v", c.most, c.used, left, ok)
		}
	}
	if freeMemory() < 1<<20 {
		t.Errorf("%d bytes are free", freeMemory())
	}
}
