package record

import "testing"

func TestStem(t *testing.T) {
	for path, want := range map[string]string{
		"a/b/test_src.txt": "test_src", "pool.jsonl.gz": "pool", "x.json.zst": "x", "plain": "plain", "v1.2.txt": "v1", ".hidden": ".hidden",
	} {
		if got := Stem(path); got != want {
			t.Errorf("Stem(%q) = %q, want %q", path, got, want)
		}
	}
}
