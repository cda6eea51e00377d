package output

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// TestBucketWholeOverParts: a whole output does not take the place of one that is being made in parts, but by force.
func TestBucketWholeOverParts(t *testing.T) {
	at, dir := memory(t), "mem://b/out"
	part := stored(at, dir, 1)
	part.Part = Part{0, 2}
	if _, err := one(t.Context(), OnePart(part), "part"); err != nil {
		t.Fatal(err)
	}
	o := stored(at, dir, 1)
	var usage *fault.UsageError
	if _, err := one(t.Context(), Whole(o), "whole"); !errors.As(err, &usage) || !strings.Contains(err.Error(), "is being made in 2 parts") {
		t.Errorf("without force: %v", err)
	}
	o.Force = true
	if _, err := one(t.Context(), Whole(o), "whole"); err != nil {
		t.Errorf("by force: %v", err)
	}
}

// TestBucketParts: the list of parts is kept in the bucket, those left are found, and Complete records the whole.
func TestBucketParts(t *testing.T) {
	at, dir := memory(t), "mem://b/out"
	cuts := 0
	begin := func(seed int) (*Output, []byte, int, error) {
		o := stored(at, dir, seed)
		list, parts, err := o.Cut(t.Context(), false, func() ([]byte, int, error) { cuts++; return []byte("list"), 2, nil })
		return &o, list, parts, err
	}
	for range 2 {
		if _, list, parts, err := begin(1); err != nil || string(list) != "list" || parts != 2 || cuts != 1 {
			t.Errorf("%q, %d, %v after %d cuts", list, parts, err, cuts)
		}
	}
	var usage *fault.UsageError
	if _, _, _, err := begin(2); !errors.As(err, &usage) || cuts != 1 {
		t.Errorf("other settings: %v after %d cuts", err, cuts)
	}
	o, _, _, _ := begin(1)
	for part := range 2 {
		left, err := o.Left(2, func(int) bool { return true })
		if err != nil || !slices.Equal(left, []int{0, 1}[part:]) {
			t.Errorf("%v, %v", left, err)
		}
		p := *o
		p.Part = Part{part, 2}
		p.Fail("why")
		if s, err := Look(t.Context(), at, dir); err != nil || s.Failed[part] != "why" || len(s.Done) != part || string(s.List) != "list" {
			t.Errorf("%+v, %v", s, err)
		}
		if _, err := one(t.Context(), OnePart(p), "one"); err != nil {
			t.Error(err)
		}
	}
	if s, err := Look(t.Context(), at, dir); err != nil || s.Finished || len(s.Failed) > 0 {
		t.Errorf("before it is complete: %+v, %v", s, err)
	}
	if err := o.Complete(t.Context(), 2); err != nil {
		t.Error(err)
	}
	holds(t, at, 1, dir, "one")
	if s, err := Look(t.Context(), at, dir); err != nil || !s.Finished || len(s.Done) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	if m, err := o.Made(); m == nil || err != nil {
		t.Errorf("%v, %v", m, err)
	}
}
