package spill

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	items := []Item{
		{ID: "a", Source: []int32{0, 127, 128}, Targets: [][]int32{{1}, {2}, {1 << 30}}},
		{ID: "", Source: []int32{}, Targets: [][]int32{}},
		{ID: strings.Repeat("long", 5000), Source: make([]int32, 3000), Targets: [][]int32{{}}},
	}
	for i := range int32(500) {
		items = append(items, Item{ID: fmt.Sprint(i), Source: []int32{i * i}, Targets: [][]int32{}})
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("a kill would leave %v, %v", names, err)
	}
	for i := range items {
		if err := f.Add(&items[i]); err != nil {
			t.Fatal(err)
		}
	}
	if f.Len() != int64(len(items)) {
		t.Errorf("Len %d, want %d", f.Len(), len(items))
	}
	for i := range items {
		if got, err := f.Next(); err != nil || !reflect.DeepEqual(got, items[i]) {
			t.Errorf("item %d: %.200v, %v", i, got, err)
		}
	}
	if _, err := f.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
}
