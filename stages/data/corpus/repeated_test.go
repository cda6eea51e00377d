package corpus

import (
	"testing"

	"github.com/zeebo/xxh3"
)

// TestEqualHashes: an id with the hash of another id is not a repeated id, in a file or in a pipe.
func TestEqualHashes(t *testing.T) {
	path := write(t, "a.csv", []byte("id,title\na,x\nb,y\n"))
	ids := DefaultSettings().IDs(Files([]string{path}, false, Options{}))
	ids.seen.Add(xxh3.HashString("b"))
	for row, id := range map[int64]string{2: "a", 3: "b"} {
		if got, err := ids.Take(path, row, id); got != id || err != nil {
			t.Errorf("%s becomes %s, %v", id, got, err)
		}
	}
	if _, err := ids.Take(path, 4, "a"); err == nil {
		t.Error("an id that repeats is taken")
	}
}
