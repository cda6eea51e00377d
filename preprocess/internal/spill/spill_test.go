package spill

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	items := []Item{
		{ID: "a", Source: []string{"x", "", "größe"}, Targets: [][]string{{"x"}, {"<peos>"}, {""}}},
		{ID: "", Source: []string{}, Targets: [][]string{}},
		{ID: strings.Repeat("long", 5000), Source: strings.Fields(strings.Repeat("word ", 3000)), Targets: [][]string{{}}},
	}
	for i := range 500 {
		items = append(items, Item{ID: fmt.Sprint(i), Source: []string{fmt.Sprint(i * i)}, Targets: [][]string{}})
	}
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range items {
		if err := f.Add(&items[i]); err != nil {
			t.Fatal(err)
		}
	}
	if f.Len() != int64(len(items)) {
		t.Errorf("Len %d, want %d", f.Len(), len(items))
	}
	for i := range items {
		packed, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := Unpack(packed); !reflect.DeepEqual(got, items[i]) {
			t.Errorf("item %d: %.200v", i, got)
		}
	}
	if _, err := f.Next(); err != io.EOF {
		t.Errorf("after the last: %v", err)
	}
}
