package choose

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

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
	broken := errors.New("broken")
	if _, err := Read(File, iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: %v", err)
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

// TestBadFile: a damaged or foreign file is an error that names it, even if its checksum is right.
func TestBadFile(t *testing.T) {
	whole := string(written(t, full()))
	for name, c := range map[string]struct {
		from, to string
		want     error
	}{
		"foreign":         {`"schema": "choice"`, `"schema": "tokens"`, schemas.ErrSchema},
		"older":           {`"version": 8`, `"version": 0`, schemas.ErrSchema},
		"newer":           {`"version": 8`, `"version": 9`, schemas.ErrSchema},
		"shortlist":       {`"shortlist": 70`, `"shortlist": -1`, schemas.ErrDamaged},
		"unknown feature": {`"name": "length"`, `"name": "height"`, schemas.ErrSchema},
		"unknown key":     {`"shared"`, `"snared"`, schemas.ErrDamaged},
		"unseen":          {"\"unseen\": [\n      0.5,", "\"unseen\": [\n      -0.5,", schemas.ErrDamaged},
		"thresholds":      {`"precision": 0.75`, `"precision": 0.25`, schemas.ErrDamaged},
		"a word":          {`"strength": 0.3`, `"strength": "x"`, schemas.ErrDamaged},
		"not a number":    {`"strength": 0.3`, `"strength": NaN`, schemas.ErrDamaged},
		"too great":       {`"weight": -7`, `"weight": -7e999`, schemas.ErrDamaged},
		"floor":           {`"floor": 0.125`, `"floor": 1.125`, schemas.ErrDamaged},
		"first":           {`"first": 7`, `"first": 101`, schemas.ErrDamaged},
		"later":           {`"later": 20`, `"later": 301`, schemas.ErrDamaged},
		"less than none":  {`"later": 20`, `"later": -1`, schemas.ErrDamaged},
		"least":           {`"least": 0.25`, `"least": 1.25`, schemas.ErrDamaged},
		"two files":       {"\n}\n", "\n}\n{}\n", schemas.ErrDamaged},
	} {
		bad := strings.Replace(whole, c.from, c.to, 1)
		if bad == whole {
			t.Errorf("%s: %s is not in the file", name, c.from)
		}
		_, err := readBytes(t, resealed(t, []byte(bad)))
		var file *schemas.FileError
		if !errors.As(err, &file) || filepath.Base(file.File) != File || !errors.Is(err, c.want) || strings.Contains(err.Error(), "checksum") {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(file.Remedy, "train refit") || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: the error has no remedy, or Go's words: %v", name, err)
		}
	}
	for n := range len(whole) - 1 {
		if _, err := readBytes(t, []byte(whole[:n])); !errors.Is(err, schemas.ErrDamaged) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
}

// TestFlips: a changed bit is an error, or the model stays the same.
func TestFlips(t *testing.T) {
	m := full()
	whole := written(t, m)
	if !bytes.Contains(whole, []byte(`"crc32c": "`)) {
		t.Fatalf("no checksum in\n%s", whole)
	}
	same := 0
	for at := range whole {
		for bit := range 8 {
			if testing.Short() && bit != at%8 {
				continue
			}
			bad := bytes.Clone(whole)
			bad[at] ^= 1 << bit
			got, err := readBytes(t, bad)
			if err == nil && !reflect.DeepEqual(got, m) {
				t.Fatalf("byte %d is %q, was %q: another model is read", at, bad[at], whole[at])
			}
			if err == nil {
				same++
			} else if !errors.Is(err, schemas.ErrDamaged) && !errors.Is(err, schemas.ErrSchema) {
				t.Fatalf("byte %d is %q, was %q: %v", at, bad[at], whole[at], err)
			}
		}
	}
	// Only spaces between values and the case of names may change.
	if same > len(whole) {
		t.Errorf("%d of %d changed bits are not found", same, 8*len(whole))
	}
	bare := regexp.MustCompile(`  "crc32c": .*\n`).ReplaceAll(whole, nil)
	if _, err := readBytes(t, bare); !errors.Is(err, schemas.ErrDamaged) {
		t.Errorf("without checksum: %v", err)
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
