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
		{ID: "a", Source: []string{"graph", "", "é \n"}, Targets: [][]string{{"<peos>"}, {"a", "b"}, {""}}},
		{},
		{ID: strings.Repeat("long", 5000), Source: make([]string, 3000)},
	}
	for i := range 500 {
		items = append(items, Item{ID: fmt.Sprint(i), Source: []string{fmt.Sprint("w", i)}})
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
