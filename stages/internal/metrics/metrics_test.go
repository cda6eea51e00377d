package metrics

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestEncode: the text is that of the format's description, with what it wants escaped.
func TestEncode(t *testing.T) {
	got := string(Encode([]Metric{
		{Name: "a_total", Help: "back\\slash\nline \"quoted\"", Counter: true, Samples: []Sample{{Value: 3}, {[]string{"x", "q\"b\\n\nl", "y", "\xff é"}, 0.5}}},
		{Name: "none", Help: "left out"},
		{Name: "g", Help: "h", Samples: []Sample{{[]string{"s", ""}, 12345678901}, {[]string{"s", "neg"}, -1e-9}}},
	}))
	want := `# HELP a_total back\\slash\nline "quoted"
# TYPE a_total counter
a_total 3
a_total{x="q\"b\\n\nl",y="` + "\uFFFD" + ` é"} 0.5
# HELP g h
# TYPE g gauge
g{s=""} 1.2345678901e+10
g{s="neg"} -1e-09
`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFile: the file is there from the start, is written again while the run goes on, and has the last numbers at the end. No
// reader sees a half-written one, and nothing else is left.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.prom")
	var n atomic.Int64
	f, err := Start(path, time.Millisecond, func() []Metric {
		return []Metric{{Name: "n", Help: strings.Repeat("long ", 2000), Samples: []Sample{{Value: float64(n.Add(1))}}}}
	})
	if err != nil {
		t.Fatal(err)
	}
	read := func() string {
		b, err := os.ReadFile(path)
		if err != nil || !strings.HasSuffix(string(b), "\n") || strings.Count(string(b), "\n") != 3 {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		return string(b)
	}
	first := read()
	for deadline := time.Now().Add(time.Minute); read() == first; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the file is not written again")
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if last := read(); !strings.HasSuffix(last, fmt.Sprintf("\nn %d\n", n.Load())) {
		t.Errorf("the last line is not that of %d", n.Load())
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}

// TestFileFails: if the folder goes away later, Close says so.
func TestFileFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	path := filepath.Join(dir, "run.prom")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := Start(path, time.Hour, func() []Metric { return nil })
	if err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(dir)
	if err := f.Close(); err == nil {
		t.Error("the last write failed, and nothing says so")
	}
}
