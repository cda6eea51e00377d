package choose

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

func written(t *testing.T, m *Ranker) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readBytes(t *testing.T, b []byte) (*Ranker, error) {
	t.Helper()
	return Read(File, bytes.NewReader(b))
}

// full returns a model with every field set.
func full() *Ranker {
	m := plain()
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		k.Candidates, k.Right, k.Shared, k.Strength, k.Intercept = 900, 90, true, .3, -1./3
		k.Terms = append(k.Terms, rank.Term{Feature: "length", Mean: 4.5, Scale: 1e-3, Weight: -7})
		k.Steps = []rank.Step{{UpTo: .25, Probability: .1}, {UpTo: .5, Probability: .1}, {UpTo: 1, Probability: .9}}
		k.Unseen = []float64{.5, .25, .25}
		deep := []rank.Question{{Feature: "runs", Above: 1.5}}
		k.Unwritten, k.Trees = -4.5, []rank.Tree{{Questions: deep, Leaves: []float64{-.25, 1. / 3}}, {Leaves: []float64{2}}}
		k.Before, _ = Calibrate([]float64{.1, .9}, []bool{false, true})
		k.After, k.ExpectedF1, k.MeasuredF1 = k.Before, .25, .2
	}
	m.Documents, m.Floor, m.Branching = 100, .125, Branching{First: 7, Later: 20, Least: .25, Merge: true}
	m.Known, m.Neighbours, m.Tagger, m.Shortlist, m.Runs, m.Names, m.Scattered = "5a", "6b", "7c", 70, true, true, true
	return linked(m)
}

func TestFile(t *testing.T) {
	m := full()
	b := written(t, m)
	got, err := readBytes(t, b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, m) {
		t.Errorf("%+v, want %+v", got, m)
	}
	if again := written(t, got); !bytes.Equal(again, b) {
		t.Errorf("written again\n%s\nwant\n%s", again, b)
	}
}

// resealed returns a forged file with the right checksum, if it can have one.
func resealed(t *testing.T, b []byte) []byte {
	t.Helper()
	var d onDisk
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil || dec.More() {
		return b
	}
	var out bytes.Buffer
	if err := (rank.Format{Schema: d.Schema, Version: d.Version}).Write(&out, &d, true); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestEarlierVersions: files of versions 1 to 7 can be read.
func TestEarlierVersions(t *testing.T) {
	now := written(t, full())
	for _, version := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		earlier := resealed(t, bytes.Replace(now, []byte(`"version": 8`), []byte(`"version": `+version), 1))
		m, err := readBytes(t, earlier)
		if err != nil || bytes.Equal(now, earlier) {
			t.Fatal(err)
		}
		if again := written(t, m); !bytes.Equal(again, now) {
			t.Errorf("read from version %s and written again:\n%s\nwant\n%s", version, again, now)
		}
	}
}

// TestBadFile: a file with impossible content, or of another kind, is an error that names it, even if its checksum is right.
func TestBadFile(t *testing.T) {
	for name, spoil := range map[string]func(*Ranker){
		"shortlist":      func(m *Ranker) { m.Shortlist = -1 },
		"unseen":         func(m *Ranker) { m.Absent.Unseen[0] = -.5 },
		"thresholds":     func(m *Ranker) { m.Thresholds[1].Precision = .25 },
		"floor":          func(m *Ranker) { m.Floor = 1.125 },
		"first":          func(m *Ranker) { m.Branching.First = MostAlternatives + 1 },
		"later":          func(m *Ranker) { m.Branching.Later = 3*MostAlternatives + 1 },
		"less than none": func(m *Ranker) { m.Branching.Later = -1 },
		"least":          func(m *Ranker) { m.Branching.Least = 1.25 },
		"unknown":        func(m *Ranker) { m.Present.Terms[1].Feature = "height" },
	} {
		m := full()
		spoil(m)
		_, err := readBytes(t, written(t, m))
		want := schemas.ErrDamaged
		if name == "unknown" {
			want = schemas.ErrSchema
		}
		var file *schemas.FileError
		if !errors.As(err, &file) || file.File != File || !errors.Is(err, want) || strings.Contains(err.Error(), "checksum") || !strings.Contains(file.Remedy, "train refit") {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole := string(written(t, full()))
	for from, to := range map[string]string{`"schema": "choice"`: `"schema": "tokens"`, `"version": 8`: `"version": 0`, `"version": `: `"version": 1`} {
		if _, err := readBytes(t, []byte(strings.Replace(whole, from, to, 1))); !errors.Is(err, schemas.ErrSchema) {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// FuzzRead: no input panics, and a model that can be read can be used.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if err := full().Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := readBytes(t, resealed(t, b))
		if err != nil {
			return
		}
		judged := made(.5, -.25, .75)
		m.Assess(judged)
		for _, rule := range []string{rank.BestF1, rank.Top, rank.Precision, rank.Probability} {
			m.Pick(rank.Rule{Name: rule, Top: 1, Value: .5}, judged)
		}
	})
}
