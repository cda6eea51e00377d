package duplicate

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
)

func of(title, body, raw string) Print { return Of(strings.Fields(title), strings.Fields(body), raw) }

func TestFind(t *testing.T) {
	x := NewIndex()
	defer x.Close()
	var f Finder = x
	add := func(p Print, set, id string) {
		t.Helper()
		if err := f.Add(p, set, id); err != nil {
			t.Fatal(err)
		}
	}
	add(of("a fine title .", "the body , of it .", "A Fine Title"), "valid", "v1")
	add(of("part <digit> of <digit> .", "first", "Part 1 of 2"), "test.a", "t1")
	add(of("volume <digit> .", "tokens", ""), "test.b", "t2")
	add(of("", "no title", ""), "train", "n1")
	add(of("title only .", "", "Title only"), "train", "n2")
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
		if m, ok, err := f.Find(c.p); err != nil {
			t.Fatal(err)
		} else if ok {
			got = m.Cause + " of " + m.Set + " " + m.ID
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestFirstIsKept: a third equal document repeats the first, not the second.
func TestFirstIsKept(t *testing.T) {
	x := NewIndex()
	defer x.Close()
	for _, id := range []string{"first", "second"} {
		if err := x.Add(of("a title .", "a text", ""), "train", id); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []Print{of("a title .", "other", ""), of("other .", "a text", "")} {
		if m, ok, err := x.Find(p); !ok || err != nil || m.ID != "first" {
			t.Errorf("%+v, %v, %v", m, ok, err)
		}
	}
}

// TestManyNames: names of any length are found again as they are added, those on disk, those in memory and the groups of
// which a part is in either.
func TestManyNames(t *testing.T) {
	x := NewIndex()
	defer x.Close()
	const n = 20000
	print := func(i int) Print {
		return Print{Title: uint64(2*i+1) << 20, Numbers: uint64(2*i+1) << 20, Text: uint64(2*i+2) << 20}
	}
	find := func(i int) {
		t.Helper()
		id := name(i)
		m, ok, err := x.Find(Print{Text: print(i).Text})
		if err != nil || !ok || m.ID != id || m.Set != fmt.Sprint("set", i%3) {
			t.Fatalf("document %d: %+v, %v, %v", i, m, ok, err)
		}
	}
	for i := range n {
		if err := x.Add(print(i), fmt.Sprint("set", i%3), name(i)); err != nil {
			t.Fatal(err)
		}
		for j := max(i-20, 0); j <= i; j++ {
			find(j)
		}
	}
	for i := range n {
		find(i)
	}
	if _, ok, err := x.Find(Print{Title: 1 << 40, Text: 1 << 41}); ok || err != nil {
		t.Error("found what was never added, or ", err)
	}
}

// name is a name of up to 70 letters and a number, one in 500 of 2,000.
func name(i int) string {
	long := i % 70
	if i%500 == 0 {
		long = 2000
	}
	return strings.Repeat("x", long) + fmt.Sprint(i)
}

// TestNoRoom: that names cannot be written is said, with what to do.
func TestNoRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	x := NewIndex()
	defer x.Close()
	for i := range 1 << 16 {
		if err := x.Add(Print{}, "train", "a name"); err != nil {
			if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "TMPDIR") {
				t.Errorf("document %d: %v", i, err)
			}
			return
		}
	}
	t.Error("no error")
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
		if err := x.Add(Print{Title: 1, Numbers: uint64(2*i+1) << 20, Text: uint64(2*i+2) << 20}, "train", fmt.Sprintf("pool-%06d", i)); err != nil {
			t.Fatal(err)
		}
	}
	defer x.Close()
	if each := float64(measure()-before) / n; each > 75 {
		t.Errorf("%.0f bytes a document", each)
	}
	runtime.KeepAlive(x)
}
