package duplicate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

func of(title, body, raw string) Print { return Of(strings.Fields(title), strings.Fields(body), raw) }

func TestFind(t *testing.T) {
	x := NewIndex()
	var f Finder = x
	f.Add(of("a fine title .", "the body , of it .", "A Fine Title"), "valid", "v1")
	f.Add(of("part <digit> of <digit> .", "first", "Part 1 of 2"), "test.a", "t1")
	f.Add(of("volume <digit> .", "tokens", ""), "test.b", "t2")
	f.Add(of("", "no title", ""), "train", "n1")
	f.Add(of("title only .", "", "Title only"), "train", "n2")
	for _, c := range []struct {
		name string
		p    Print
		want string
	}{
		{"same title", of("a fine title .", "other", "a fine title"), "duplicate title of valid v1"},
		{"punctuation", of("a , fine ( title ) .", "other", "A, fine (title)?"), "duplicate title of valid v1"},
		{"same text", of("new .", "the body of it", "new"), "duplicate content of valid v1"},
		{"title before text", of("a fine title .", "first", "x"), "duplicate title of valid v1"},
		{"same numbers", of("part <digit> of <digit> .", "x", "part 1 of 2."), "duplicate title of test.a t1"},
		{"other numbers", of("part <digit> of <digit> .", "x", "Part 2 of 2"), ""},
		{"numbers against tokens", of("volume <digit> .", "x", "Volume 7"), "duplicate title of test.b t2"},
		{"tokens against numbers", of("part <digit> of <digit> .", "x", ""), ""},
		{"no title", of("", "other", ""), ""},
		{"only marks", of(". .", ",", "?"), ""},
		{"no text", of("another .", "", "another"), ""},
		{"title as text", of("n .", "title only", "n"), ""},
		{"words run together", of("afine title .", "x", "x"), ""},
	} {
		got := ""
		if m, ok := f.Find(c.p); ok {
			got = m.Cause + " of " + m.Set + " " + m.ID
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestManyNames(t *testing.T) {
	x := NewIndex()
	const n = 50000
	id := func(i int) string { return strings.Repeat("x", i%70) + fmt.Sprint(i) }
	for i := range n {
		x.Add(Print{Title: mix(uint64(2*i + 1)), Numbers: mix(uint64(2*i + 1)), Text: mix(uint64(2*i + 2))}, fmt.Sprint("set", i%3), id(i))
	}
	for i := range n {
		m, ok := x.Find(Print{Text: mix(uint64(2*i + 2))})
		if !ok || m.ID != id(i) || m.Set != fmt.Sprint("set", i%3) {
			t.Fatalf("document %d: %+v, %v", i, m, ok)
		}
	}
	if _, ok := x.Find(Print{Title: mix(1 << 40), Text: mix(1 << 41)}); ok {
		t.Error("found what was never added")
	}
}

// TestMemory holds what the comment of Index says.
func TestMemory(t *testing.T) {
	const n = 300000
	measure := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := measure()
	x := NewIndex()
	for i := range n {
		x.Add(Print{Title: 1, Numbers: mix(uint64(2*i + 1)), Text: mix(uint64(2*i + 2))}, "train", fmt.Sprintf("pool-%06d", i))
	}
	if each := float64(measure()-before) / n; each > 100 {
		t.Errorf("%.0f bytes a document", each)
	}
	runtime.KeepAlive(x)
}
