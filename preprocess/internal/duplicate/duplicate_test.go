package duplicate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

func of(title, body, raw string) Print { return Of(strings.Fields(title), strings.Fields(body), raw) }

func TestFind(t *testing.T) {
	f := NewIndex()
	add := f.Add
	add(of("a fine title .", "the body , of it .", "A Fine Title"), "valid", "v1")
	add(of("part <digit> of <digit> .", "first", "Part 1 of 2"), "test.a", "t1")
	add(of("volume <digit> .", "tokens", ""), "test.b", "t2")
	add(of("", "no title", ""), "train", "n1")
	add(of("title only .", "", "Title only"), "train", "n2")
	add(of("a fine title .", "the body , of it .", ""), "train", "a second one")
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

// TestManyNames: names of any length are found again.
func TestManyNames(t *testing.T) {
	x := NewIndex()
	name := func(i int) string { return strings.Repeat("x", i%70+i%500/499*2000) + fmt.Sprint(i) }
	for i := range uint64(20000) {
		x.Add(Print{Title: 2*i + 1, Numbers: 2*i + 1, Text: 2*i + 2}, fmt.Sprint("set", i%300), name(int(i)))
		for _, j := range []uint64{i, i / 2} {
			set := min(j%300, 254) // the last ones share a name
			if m, ok := x.Find(Print{Text: 2*j + 2}); !ok || m.ID != name(int(j)) || m.Set != fmt.Sprint("set", set) {
				t.Fatalf("document %d of %d: %+v, %v", j, i, m, ok)
			}
		}
	}
	if _, ok := x.Find(Print{Title: 1 << 40, Text: 1 << 41}); ok {
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
		x.Add(Print{Title: 1, Numbers: uint64(2*i+1) << 20, Text: uint64(2*i+2) << 20}, "train", fmt.Sprintf("pool-%06d", i))
	}
	if each := float64(measure()-before) / n; each > 90 {
		t.Errorf("%.0f bytes a document", each)
	}
	runtime.KeepAlive(x)
}
