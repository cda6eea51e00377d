//go:build !nomodel

package label_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/label"
)

func open(t *testing.T, o label.Options) *label.Labeller {
	t.Helper()
	l, err := label.Open("", o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// predicted is what the built-in model says of documents.
func predicted(t *testing.T, set func(*label.Options), documents ...label.Document) []schemas.Prediction {
	t.Helper()
	o := label.DefaultOptions()
	set(&o)
	got, err := open(t, o).Label(t.Context(), documents...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// made are documents that differ.
func made(n int) []label.Document {
	topics := []string{"graph cuts", "query expansion", "support vector machines", "speech recognition", "wireless sensor networks"}
	documents := make([]label.Document, n)
	for i := range documents {
		a, b := topics[i%len(topics)], topics[(i/len(topics)+i+1)%len(topics)]
		documents[i] = label.Document{ID: fmt.Sprint(i), Title: "On " + a, Body: strings.Repeat("We compare "+a+" with "+b+". ", 1+i%4)}
	}
	return documents
}

// TestConcurrent: calls at the same time get the predictions of their documents, as each document alone does.
func TestConcurrent(t *testing.T) {
	l, documents := open(t, label.DefaultOptions()), made(24)
	want, err := l.Label(t.Context(), documents...)
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for from := range 6 {
		calls.Go(func() {
			for i := from; i < len(documents); i += 6 {
				got, err := l.Label(t.Context(), documents[i])
				if err != nil || !reflect.DeepEqual(got, want[i:i+1]) || got[0].ID != documents[i].ID || len(got[0].Phrases) == 0 {
					t.Errorf("document %d: %v, %v\nwant %v", i, got, err, want[i])
				}
			}
		})
	}
	calls.Wait()
}

// TestStops: the end of its context ends a call between documents, and one that waits for its turn; the Labeller goes on.
func TestStops(t *testing.T) {
	o := label.DefaultOptions()
	o.Window, o.Threads = 2, 1
	l := open(t, o)
	maker := l.Maker()
	var items []label.Item
	for _, d := range made(40) {
		i, err := maker.Make(&corpus.Record{ID: d.ID, Title: d.Title, Body: d.Body}, nil)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, i)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	err := l.Items(ctx, items, func(n int) {
		if done += n; done == 1 {
			waiting, end := context.WithTimeout(t.Context(), time.Millisecond)
			defer end()
			if _, err := l.Label(waiting, made(1)...); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a call that waits: %v", err)
			}
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || done > 5 {
		t.Errorf("%v after %d documents", err, done)
	}
	if got, err := l.Label(t.Context(), made(3)...); err != nil || len(got) != 3 {
		t.Errorf("the next call: %v, %v", got, err)
	}
}

// TestRefused: what is wrong is said, and no document is labelled.
func TestRefused(t *testing.T) {
	with := func(set func(*label.Options)) label.Options {
		o := label.DefaultOptions()
		set(&o)
		return o
	}
	for want, o := range map[string]label.Options{
		`precision is "int4", want float32 or int8`: with(func(o *label.Options) { o.Precision = "int4" }),
		"min_score is 2": with(func(o *label.Options) { o.MinScore = 2 }),
		"window is 0":    with(func(o *label.Options) { o.Window = 0 }),
		"threads is -1":  with(func(o *label.Options) { o.Threads = -1 }),
		"best":           with(func(o *label.Options) { o.Choose = "best" }),
		"beam goes with models of system catseq and one2one, and the model of built-in": with(func(o *label.Options) { o.Beam = 2 }),
		"choose is f1, but released needs slots":                                        with(func(o *label.Options) { o.Choose, o.Released = "f1", true }),
	} {
		if _, err := label.Open("", o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	var broken *schemas.FileError
	if _, err := label.Open(t.TempDir(), label.DefaultOptions()); !errors.As(err, &broken) || !strings.Contains(err.Error(), "holds no config.json") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := label.Open("nowhere", label.DefaultOptions()); err == nil || !errors.As(err, &broken) {
		t.Errorf("no folder: %v", err)
	}
	l := open(t, label.DefaultOptions())
	for want, d := range map[string]label.Document{
		"label: document 1: not valid UTF-8": {Body: "a\xffb"},
		"label: document 1: the id has":      {ID: strings.Repeat("i", 1<<20+1), Body: "a"},
	} {
		if got, err := l.Label(t.Context(), made(1)[0], d); err == nil || !strings.HasPrefix(err.Error(), want) || got != nil {
			t.Errorf("%.80v, %.80v\nwant %s", got, err, want)
		}
	}
	if got, err := l.Label(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}
